package dev.coppice.core.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.gang.Minimum;
import dev.coppice.core.plan.Action;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random sets, and random things that users and nodes do to them. */
class WholeTreePropertyTest {

  /** Something that happens between two moments of rest. */
  enum Deed {
    SET_OUT,
    SET_IN,
    CLIQUE_OUT,
    CLIQUE_IN,
    POD_DELETED,
    POD_FAILED,
    POD_STALLED,
    CLIQUE_DELETED,
    GANG_DELETED,
    SERVICE_DELETED
  }

  record Shape(int replicas, List<Integer> cliques) {}

  @Property(tries = 10_000)
  void comes_to_rest_with_exactly_what_is_asked_for(
      @ForAll("shapes") Shape shape, @ForAll("deeds") List<Deed> deeds) {
    SetScene scene = new SetScene(yaml(shape));
    for (Deed deed : deeds) {
      scene.setPass();
      happen(scene, deed);
    }

    scene.settle();

    int replicas = scene.set().getSpec().replicas();
    assertThat(scene.names(Service.class)).hasSize(replicas);
    assertThat(scene.names(PodGang.class)).hasSize(replicas);
    assertThat(scene.names(PodClique.class)).hasSize(replicas * shape.cliques().size());
    assertThat(scene.status().availableReplicas()).isEqualTo(replicas);
    assertThat(createdTwice(scene)).isEmpty();
    scene
        .cluster
        .all(PodClique.class)
        .forEach(clique -> {
          assertThat(clique.statusOrEmpty().replicas()).isEqualTo(clique.getSpec().replicas());
          assertThat(clique.statusOrEmpty().readyReplicas())
              .isGreaterThanOrEqualTo(Minimum.of(clique));
        });
    assertThat(scene.names(Pod.class))
        .hasSize(scene.cluster.all(PodClique.class).mapToInt(c -> c.getSpec().replicas()).sum());
    int actions = scene.actions().size();
    scene.setPass();
    assertThat(scene.actionsSince(actions)).isEmpty();
  }

  private static void happen(SetScene scene, Deed deed) {
    int replicas = scene.set().getSpec().replicas();
    switch (deed) {
      case SET_OUT -> scene.scaleSet(replicas + 1);
      case SET_IN -> scene.scaleSet(Math.max(0, replicas - 1));
      case CLIQUE_OUT -> scaleFirstClique(scene, 2);
      case CLIQUE_IN -> scaleFirstClique(scene, -1);
      case POD_DELETED -> first(scene, Pod.class, scene.cluster::delete);
      case POD_FAILED -> first(scene, Pod.class, scene.nodes::fail);
      case POD_STALLED -> first(scene, Pod.class, scene.nodes::stall);
      case CLIQUE_DELETED -> first(scene, PodClique.class, scene.cluster::delete);
      case GANG_DELETED -> first(scene, PodGang.class, scene.cluster::delete);
      case SERVICE_DELETED -> first(scene, Service.class, scene.cluster::delete);
    }
    scene.cluster.collectGarbage();
  }

  private static <T extends HasMetadata> void first(
      SetScene scene, Class<T> type, Consumer<T> deed) {
    scene.cluster.all(type).findFirst().ifPresent(deed);
  }

  private static void scaleFirstClique(SetScene scene, int by) {
    first(
        scene,
        PodClique.class,
        clique ->
            scene.scaleClique(
                clique.getMetadata().getName(), Math.max(0, clique.getSpec().replicas() + by)));
  }

  // One name may be made again only after its owner is gone, which gives it another UID.
  private static Set<String> createdTwice(SetScene scene) {
    Set<String> seen = new HashSet<>();
    return scene.actions().stream()
        .filter(action -> action instanceof Action.Create create && create.object() instanceof Pod)
        .map(action -> action.target().name())
        .filter(name -> !seen.add(name))
        .collect(Collectors.toSet());
  }

  private static String yaml(Shape shape) {
    String cliques =
        IntStream.range(0, shape.cliques().size())
            .mapToObj(i ->
                "    - {name: c%d, spec: {replicas: %d, minAvailable: 1, podSpec: {containers: [{name: c, image: i}]}}}%n"
                    .formatted(i, shape.cliques().get(i)))
            .collect(Collectors.joining());
    return "metadata: {name: s}%nspec:%n  replicas: %d%n  template:%n    cliques:%n%s"
        .formatted(shape.replicas(), cliques);
  }

  @Provide
  Arbitrary<Shape> shapes() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(1, 4).list().ofMinSize(1).ofMaxSize(3))
        .as(Shape::new);
  }

  @Provide
  Arbitrary<List<Deed>> deeds() {
    return Arbitraries.of(Deed.class).list().ofMaxSize(6);
  }
}
