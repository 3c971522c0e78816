package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Answer;
import dev.coppice.core.plan.Pass;
import dev.coppice.core.pod.PodState;
import dev.coppice.simulator.clique.CliqueScene.Sibling;
import dev.coppice.simulator.model.Orphaning;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class PodCliquePlannerPropertyTest {

  /** How a pod came to be where it is. */
  enum Fate {
    NEW,
    BOUND,
    READY,
    FAILED,
    SUCCEEDED,
    TERMINATING
  }

  /** Whose pod it is. */
  enum Owner {
    THIS,
    DEAD,
    NOBODY
  }

  record Inhabitant(int index, Fate fate, Owner owner, boolean outdated) {}

  /** A sibling on which the pods wait: when they were made, and now. */
  record Wait(Sibling before, Sibling now) {}

  record World(
      int replicas,
      int minAvailable,
      boolean gang,
      boolean reported,
      int scaledTo,
      List<Inhabitant> pods,
      Optional<Wait> waits) {}

  @Property
  void comes_to_rest_and_stays_there(@ForAll("worlds") World world) {
    CliqueScene scene = build(world);

    Pass.Result<PodClique> result = scene.pass();

    assertThat(result.end()).isEqualTo(Pass.End.SETTLED);
    assertThat(plannedTwice(scene)).isEmpty();
    assertThat(scene.liveIndices()).doesNotHaveDuplicates();
    int actions = scene.actions().size();
    scene.pass();
    assertThat(scene.actionsSince(actions)).as("a second pass over the same world").isEmpty();
  }

  @Property(tries = 1_000)
  void has_its_replicas_and_says_so_once_every_wait_is_over(@ForAll("worlds") World world) {
    CliqueScene scene = build(world);
    int earlier = scene.actions().size();

    scene.loop.runFor(Duration.ofMinutes(20));

    if (world.gang()) {
      assertThat(scene.liveIndices()).hasSize(world.scaledTo()).doesNotHaveDuplicates();
      assertThat(scene.status().replicas()).isEqualTo(world.scaledTo());
      assertThat(scene.references())
          .containsExactlyInAnyOrderElementsOf(
              scene.pods().filter(PodState::live).map(PodState::name).toList());
    } else {
      assertThat(scene.liveIndices().size()).isLessThanOrEqualTo(world.scaledTo());
      assertThat(scene.actionsSince(earlier)).doesNotContain("create Pod");
    }
    assertThat(scene.loop.nextLook()).isEmpty();
  }

  @Property(tries = 1_000)
  void comes_to_rest_whatever_is_refused_and_recovers_afterwards(
      @ForAll("worlds") World world, @ForAll("verbs") Class<? extends Action> refused) {
    CliqueScene scene = build(world);
    scene.cluster.refuse(refused::isInstance, 403, "no");

    Pass.Result<PodClique> result = scene.pass();

    assertThat(result.end()).isEqualTo(Pass.End.SETTLED);
    assertThat(plannedTwice(scene)).isEmpty();
    scene.cluster.refuseNothing();
    scene.loop.runFor(Duration.ofMinutes(20));
    assertThat(scene.liveIndices()).doesNotHaveDuplicates();
    if (world.gang()) {
      assertThat(scene.liveIndices()).hasSize(world.scaledTo());
      assertThat(scene.status().lastErrors()).isEmpty();
    }
  }

  @Property(tries = 1_000)
  void holds_its_pods_until_the_sibling_has_its_minimum(
      @ForAll("worlds") World world, @ForAll("waits") Wait wait) {
    CliqueScene scene =
        build(
            new World(
                world.replicas(),
                world.minAvailable(),
                true,
                world.reported(),
                world.scaledTo(),
                world.pods(),
                Optional.of(wait)));

    scene.loop.runFor(Duration.ofMinutes(20));

    List<Pod> made =
        scene
            .pods()
            .filter(PodState::live)
            .map(PodState::pod)
            .filter(pod -> pod.getSpec().getHostname() != null)
            .toList();
    if (wait.now() == Sibling.SUFFICIENT) {
      assertThat(made).noneMatch(PodCliquePlannerPropertyTest::isHeld);
      assertThat(made).allMatch(pod -> pod.getSpec().getSchedulingGates().isEmpty());
    } else if (wait.before() != Sibling.SUFFICIENT) {
      assertThat(made).allMatch(PodCliquePlannerPropertyTest::isHeld);
      assertThat(made).noneMatch(pod -> pod.getSpec().getSchedulingGates().isEmpty());
    }
  }

  private static boolean isHeld(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return annotations != null && "".equals(annotations.get(Annotations.STARTUP_RELEASED));
  }

  @Provide
  Arbitrary<Wait> waits() {
    return Combinators.combine(Arbitraries.of(Sibling.class), Arbitraries.of(Sibling.class))
        .as(Wait::new);
  }

  @Provide
  Arbitrary<Class<? extends Action>> verbs() {
    return Arbitraries.of(
        List.of(
            Action.Create.class, Action.Patch.class, Action.Delete.class, Action.PutStatus.class));
  }

  private static CliqueScene build(World world) {
    CliqueScene scene = new CliqueScene(world.replicas(), world.minAvailable());
    world
        .waits()
        .ifPresent(wait -> {
          scene.followSibling();
          scene.sibling(wait.before());
        });
    if (world.reported()) {
      scene.createGang();
      scene.pass();
      scene.nodes.runAll();
      if (!world.gang()) {
        scene.cluster.delete(scene.gang());
      }
    } else if (world.gang()) {
      scene.createGang();
    }
    for (int i = 0; i < world.pods().size(); i++) {
      add(scene, i, world.pods().get(i));
    }
    scene.scale(world.scaledTo());
    world.waits().ifPresent(wait -> scene.sibling(wait.now()));
    return scene;
  }

  private static void add(CliqueScene scene, int number, Inhabitant pod) {
    String prefix = pod.owner() == Owner.DEAD ? "dead-" : "own-";
    PodClique owner = pod.owner() == Owner.DEAD ? CliqueScene.deadClique() : scene.clique();
    Pod born = scene.addPod(prefix + number, pod.index(), owner);
    if (pod.owner() == Owner.NOBODY) {
      Orphaning.release(scene.cluster, born);
      born = scene.cluster.find(Pod.class, CliqueScene.NAMESPACE, prefix + number).orElseThrow();
    }
    if (pod.outdated()) {
      born =
          scene.cluster.change(
              born,
              seen ->
                  new PodBuilder(seen)
                      .editMetadata()
                      .addToLabels(Labels.POD_TEMPLATE_HASH, "v1-zzzzzzzzzz")
                      .endMetadata()
                      .build());
    }
    live(scene, born, pod.fate());
  }

  private static void live(CliqueScene scene, Pod born, Fate fate) {
    if (fate != Fate.NEW) {
      scene.nodes.bind(born);
    }
    Pod bound =
        scene
            .cluster
            .find(Pod.class, CliqueScene.NAMESPACE, born.getMetadata().getName())
            .orElseThrow();
    switch (fate) {
      case NEW, BOUND -> {}
      case READY -> scene.nodes.start(bound);
      case FAILED -> scene.nodes.fail(bound);
      case SUCCEEDED -> scene.nodes.succeed(bound);
      case TERMINATING -> scene.cluster.delete(bound);
    }
  }

  private static List<Action> plannedTwice(CliqueScene scene) {
    Set<Action> seen = new HashSet<>();
    return scene.cluster.journal().stream()
        .map(Answer::action)
        .filter(action -> !seen.add(action))
        .toList();
  }

  @Provide
  Arbitrary<World> worlds() {
    Arbitrary<Inhabitant> pods =
        Combinators.combine(
                Arbitraries.integers().between(-1, 6),
                Arbitraries.of(Fate.class),
                Arbitraries.frequency(
                    Tuple.of(5, Owner.THIS), Tuple.of(1, Owner.DEAD), Tuple.of(1, Owner.NOBODY)),
                Arbitraries.of(true, false))
            .as(Inhabitant::new);
    return Combinators.combine(
            Arbitraries.integers().between(0, 5),
            Arbitraries.integers().between(0, 5),
            Arbitraries.frequency(Tuple.of(4, true), Tuple.of(1, false)),
            Arbitraries.of(true, false),
            Arbitraries.integers().between(0, 6),
            pods.list().ofMaxSize(7),
            waits().optional(0.5))
        .as(World::new);
  }
}
