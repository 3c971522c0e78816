package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.simulator.clique.CliqueFixture.Sibling;
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
    CliqueFixture fixture = build(world);

    Reconcile.Result<PodClique> result = fixture.reconcile();

    assertThat(result.end()).isEqualTo(Reconcile.End.SETTLED);
    assertThat(plannedTwice(fixture)).isEmpty();
    assertThat(fixture.liveIndices()).doesNotHaveDuplicates();
    int actions = fixture.actions().size();
    fixture.reconcile();
    assertThat(fixture.actionsSince(actions)).as("a second reconcile of the same world").isEmpty();
  }

  @Property(tries = 1_000)
  void has_its_replicas_and_says_so_once_every_wait_is_over(@ForAll("worlds") World world) {
    CliqueFixture fixture = build(world);
    int earlier = fixture.actions().size();

    fixture.loop.runFor(Duration.ofMinutes(20));

    if (world.gang()) {
      assertThat(fixture.liveIndices()).hasSize(world.scaledTo()).doesNotHaveDuplicates();
      assertThat(fixture.status().replicas()).isEqualTo(world.scaledTo());
      assertThat(fixture.references())
          .containsExactlyInAnyOrderElementsOf(
              fixture.pods().filter(PodState::live).map(PodState::name).toList());
    } else {
      assertThat(fixture.liveIndices().size()).isLessThanOrEqualTo(world.scaledTo());
      assertThat(fixture.actionsSince(earlier)).doesNotContain("create Pod");
    }
    assertThat(fixture.loop.requeueAt()).isEmpty();
  }

  @Property(tries = 1_000)
  void comes_to_rest_whatever_is_refused_and_recovers_afterwards(
      @ForAll("worlds") World world, @ForAll("verbs") Class<? extends Action> refused) {
    CliqueFixture fixture = build(world);
    fixture.cluster.refuse(refused::isInstance, 403, "no");

    Reconcile.Result<PodClique> result = fixture.reconcile();

    assertThat(result.end()).isEqualTo(Reconcile.End.SETTLED);
    assertThat(plannedTwice(fixture)).isEmpty();
    fixture.cluster.refuseNothing();
    fixture.loop.runFor(Duration.ofMinutes(20));
    assertThat(fixture.liveIndices()).doesNotHaveDuplicates();
    if (world.gang()) {
      assertThat(fixture.liveIndices()).hasSize(world.scaledTo());
      assertThat(fixture.status().lastErrors()).isEmpty();
    }
  }

  @Property(tries = 1_000)
  void holds_its_pods_until_the_sibling_has_its_minimum(
      @ForAll("worlds") World world, @ForAll("waits") Wait wait) {
    CliqueFixture fixture =
        build(
            new World(
                world.replicas(),
                world.minAvailable(),
                true,
                world.reported(),
                world.scaledTo(),
                world.pods(),
                Optional.of(wait)));

    fixture.loop.runFor(Duration.ofMinutes(20));

    List<Pod> made =
        fixture
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

  private static CliqueFixture build(World world) {
    CliqueFixture fixture = new CliqueFixture(world.replicas(), world.minAvailable());
    world
        .waits()
        .ifPresent(wait -> {
          fixture.followSibling();
          fixture.sibling(wait.before());
        });
    if (world.reported()) {
      fixture.createGang();
      fixture.reconcile();
      fixture.nodes.runAll();
      if (!world.gang()) {
        fixture.cluster.delete(fixture.gang());
      }
    } else if (world.gang()) {
      fixture.createGang();
    }
    for (int i = 0; i < world.pods().size(); i++) {
      add(fixture, i, world.pods().get(i));
    }
    fixture.scale(world.scaledTo());
    world.waits().ifPresent(wait -> fixture.sibling(wait.now()));
    return fixture;
  }

  private static void add(CliqueFixture fixture, int number, Inhabitant pod) {
    String prefix = pod.owner() == Owner.DEAD ? "dead-" : "own-";
    PodClique owner = pod.owner() == Owner.DEAD ? CliqueFixture.deadClique() : fixture.clique();
    Pod born = fixture.addPod(prefix + number, pod.index(), owner);
    if (pod.owner() == Owner.NOBODY) {
      Orphaning.release(fixture.cluster, born);
      born =
          fixture.cluster.find(Pod.class, CliqueFixture.NAMESPACE, prefix + number).orElseThrow();
    }
    if (pod.outdated()) {
      born =
          fixture.cluster.change(
              born,
              seen ->
                  new PodBuilder(seen)
                      .editMetadata()
                      .addToLabels(Labels.POD_TEMPLATE_HASH, "v1-zzzzzzzzzz")
                      .endMetadata()
                      .build());
    }
    live(fixture, born, pod.fate());
  }

  private static void live(CliqueFixture fixture, Pod born, Fate fate) {
    if (fate != Fate.NEW) {
      fixture.nodes.bind(born);
    }
    Pod bound =
        fixture
            .cluster
            .find(Pod.class, CliqueFixture.NAMESPACE, born.getMetadata().getName())
            .orElseThrow();
    switch (fate) {
      case NEW, BOUND -> {}
      case READY -> fixture.nodes.start(bound);
      case FAILED -> fixture.nodes.fail(bound);
      case SUCCEEDED -> fixture.nodes.succeed(bound);
      case TERMINATING -> fixture.cluster.delete(bound);
    }
  }

  private static List<Action> plannedTwice(CliqueFixture fixture) {
    Set<Action> seen = new HashSet<>();
    return fixture.cluster.journal().stream()
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
