package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.gang.Minimum;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Outcome;
import dev.coppice.core.plan.Ownership;
import dev.coppice.simulator.model.Orphaning;
import dev.coppice.simulator.model.Policies;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random sets, and random things that users, nodes and other controllers do to them. */
class WholeTreePropertyTest {

  /** Something that happens between two passes of the set's controller. */
  enum Deed {
    SET_OUT,
    SET_IN,
    GROUP_OUT,
    GROUP_IN,
    CLIQUE_OUT,
    CLIQUE_IN,
    POD_DELETED,
    POD_FAILED,
    POD_STALLED,
    CLIQUE_DELETED,
    GROUP_DELETED,
    GANG_DELETED,
    SERVICE_DELETED,
    GROUPS_WORK,
    CLIQUES_WORK,
    NODES_WORK
  }

  /** What becomes of everything that is written. */
  enum Policy {
    NONE,
    MARKING,
    REWRITING;

    UnaryOperator<HasMetadata> effect() {
      return switch (this) {
        case NONE -> UnaryOperator.identity();
        case MARKING -> Policies.marking("example.com/team", "a");
        case REWRITING -> Policies.relabelling(Labels.NAME, "renamed", RENAMED);
      };
    }
  }

  private static final Set<Class<? extends HasMetadata>> RENAMED =
      Set.of(Service.class, PodClique.class, PodCliqueScalingGroup.class);

  @Property
  void comes_to_rest_with_exactly_what_is_asked_for(
      @ForAll("shapes") TreeShape shape, @ForAll("deeds") List<Deed> deeds, @ForAll Policy policy) {
    SetScene scene = new SetScene(shape.yaml());
    scene.cluster.enforce(policy.effect());
    for (Deed deed : deeds) {
      scene.setPass();
      happen(scene, deed);
    }

    scene.settle();

    int replicas = scene.set().getSpec().replicas();
    ExpectedTree expected = new ExpectedTree(scene, shape);
    assertThat(scene.names(Service.class)).hasSize(replicas);
    assertThat(scene.names(PodCliqueScalingGroup.class))
        .hasSize(shape.group() == null ? 0 : replicas);
    assertThat(scene.names(PodClique.class))
        .containsExactlyInAnyOrderElementsOf(
            expected.gangs().values().stream().flatMap(List::stream).toList());
    assertThat(expected.standingPodGroups()).isEqualTo(expected.podGroups());
    assertThat(scene.status().availableReplicas()).isEqualTo(replicas);
    assertThat(createdInVain(scene)).isEmpty();
    scene
        .cluster
        .all(PodClique.class)
        .forEach(clique -> {
          assertThat(clique.statusOrEmpty().replicas()).isEqualTo(clique.getSpec().replicas());
          assertThat(clique.statusOrEmpty().readyReplicas())
              .isGreaterThanOrEqualTo(Minimum.of(clique));
        });
    scene
        .cluster
        .all(PodCliqueScalingGroup.class)
        .forEach(group ->
            assertThat(group.statusOrEmpty().availableReplicas())
                .isEqualTo(group.getSpec().replicas()));
    assertThat(scene.names(Pod.class))
        .hasSize(scene.cluster.all(PodClique.class).mapToInt(c -> c.getSpec().replicas()).sum());
    int actions = scene.actions().size();
    scene.setPass();
    scene.groupPasses();
    scene.cliquePasses();
    assertThat(scene.actionsSince(actions)).isEmpty();
  }

  @Property
  void takes_back_whatever_has_lost_its_owner(
      @ForAll("shapes") TreeShape shape,
      @ForAll("deeds") List<Deed> deeds,
      @ForAll("losses") List<Boolean> losses) {
    SetScene scene = new SetScene(shape.yaml());
    for (Deed deed : deeds) {
      scene.setPass();
      happen(scene, deed);
    }
    scene.settle();
    Map<ObjectKey, String> before = uids(scene);
    Iterator<Boolean> loses = Stream.generate(() -> losses).flatMap(List::stream).iterator();
    scene
        .cluster
        .all(HasMetadata.class)
        .filter(_ -> loses.next())
        .forEach(object -> Orphaning.release(scene.cluster, object));

    scene.settle();

    assertThat(uids(scene)).isEqualTo(before);
    assertThat(scene.cluster.all(HasMetadata.class))
        .filteredOn(object -> !(object instanceof PodCliqueSet))
        .allMatch(object -> Ownership.controller(object).isPresent());
  }

  private static Map<ObjectKey, String> uids(SetScene scene) {
    return scene
        .cluster
        .all(HasMetadata.class)
        .collect(Collectors.toMap(ObjectKey::of, object -> object.getMetadata().getUid()));
  }

  @Provide
  Arbitrary<List<Boolean>> losses() {
    return Arbitraries.of(true, false).list().ofMinSize(1).ofMaxSize(4);
  }

  private static void happen(SetScene scene, Deed deed) {
    int replicas = scene.set().getSpec().replicas();
    switch (deed) {
      case SET_OUT -> scene.scaleSet(replicas + 1);
      case SET_IN -> scene.scaleSet(Math.max(0, replicas - 1));
      case GROUP_OUT -> scaleFirstGroup(scene, 2);
      case GROUP_IN -> scaleFirstGroup(scene, -1);
      case CLIQUE_OUT -> scaleFirstClique(scene, 2);
      case CLIQUE_IN -> scaleFirstClique(scene, -1);
      case POD_DELETED -> first(scene, Pod.class, scene.cluster::delete);
      case POD_FAILED -> first(scene, Pod.class, scene.nodes::fail);
      case POD_STALLED -> first(scene, Pod.class, scene.nodes::stall);
      case CLIQUE_DELETED -> first(scene, PodClique.class, scene.cluster::delete);
      case GROUP_DELETED -> first(scene, PodCliqueScalingGroup.class, scene.cluster::delete);
      case GANG_DELETED -> first(scene, PodGang.class, scene.cluster::delete);
      case SERVICE_DELETED -> first(scene, Service.class, scene.cluster::delete);
      case GROUPS_WORK -> scene.groupPasses();
      case CLIQUES_WORK -> scene.cliquePasses();
      case NODES_WORK -> scene.nodes.runAll();
    }
    scene.cluster.collectGarbage();
  }

  private static <T extends HasMetadata> void first(
      SetScene scene, Class<T> type, Consumer<T> deed) {
    scene.cluster.all(type).findFirst().ifPresent(deed);
  }

  private static void scaleFirstGroup(SetScene scene, int by) {
    first(
        scene,
        PodCliqueScalingGroup.class,
        group ->
            scene.scaleGroup(
                group.getMetadata().getName(), Math.max(0, group.getSpec().replicas() + by)));
  }

  private static void scaleFirstClique(SetScene scene, int by) {
    first(
        scene,
        PodClique.class,
        clique ->
            scene.scaleClique(
                clique.getMetadata().getName(), Math.max(0, clique.getSpec().replicas() + by)));
  }

  // Every view here is fresh, so nobody has a reason to create what is there already.
  private static List<ObjectKey> createdInVain(SetScene scene) {
    return scene.cluster.journal().stream()
        .filter(answer -> answer.outcome() instanceof Outcome.Exists)
        .map(answer -> answer.action().target())
        .toList();
  }

  @Provide
  Arbitrary<TreeShape> shapes() {
    Arbitrary<Integer> replicas = Arbitraries.integers().between(1, 3);
    Arbitrary<TreeShape.Group> group =
        Combinators.combine(replicas.list().ofMinSize(1).ofMaxSize(2), replicas, replicas)
            .as((cliques, one, other) ->
                new TreeShape.Group(cliques, Math.max(one, other), Math.min(one, other)));
    Arbitrary<TreeShape> grouped =
        Combinators.combine(
                Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(1, 4).list().ofMaxSize(2),
                group)
            .as(TreeShape::new);
    Arbitrary<TreeShape> plain =
        Combinators.combine(
                Arbitraries.integers().between(0, 3),
                Arbitraries.integers().between(1, 4).list().ofMinSize(1).ofMaxSize(3))
            .as((set, cliques) -> new TreeShape(set, cliques, null));
    return Arbitraries.oneOf(grouped, plain);
  }

  @Provide
  Arbitrary<List<Deed>> deeds() {
    return Arbitraries.of(Deed.class).list().ofMaxSize(10);
  }
}
