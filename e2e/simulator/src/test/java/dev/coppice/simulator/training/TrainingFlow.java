package dev.coppice.simulator.training;

import static dev.coppice.simulator.training.TrainingJobs.failed;
import static dev.coppice.simulator.training.TrainingJobs.job;
import static dev.coppice.simulator.training.TrainingJobs.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.TrainingSpec;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.function.Consumer;

/** What happens to a training job, and what has to come of it whenever the operator dies. */
enum TrainingFlow {
  SUCCESS(
      job(2, "", 1, 1),
      world -> {
        world.settle();
        world.exit("x-0-a", 0, 0);
        world.exit("x-1-b", 0, 0);
        world.settle();
        world.exit("x-0-b", 0, 0);
        world.exit("x-1-a", 0, 0);
        world.drain();
        succeeded(world, 0);
      }),
  SUCCESS_OF_ONE_REPLICA_WHILE_ANOTHER_RESTARTS(
      job(2, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        world.exit("x-0-a", 0, 0);
        world.exit("x-1-b", 0, 1);
        world.exit("x-0-b", 0, 0);
        world.drain();
        world.exit("x-1-a", 1, 0);
        world.exit("x-1-b", 1, 0);
        world.drain();
        succeeded(world, 1);
      }),
  FAILURE_WITHOUT_A_RESTART(
      job(1, "", 1, 1),
      world -> {
        world.settle();
        world.exit("x-0-a", 0, 137);
        world.drain();
        failed(world, "MaxRestartsExceeded", 0);
        assertThat(world.pods()).as("what has ended stays for its logs").hasSize(1);
      }),
  FAILURE_BEFORE_EVER_READY(
      job(1, "maxRestarts: 1", 1, 1),
      world -> {
        world.holdStarts(true);
        world.settle();
        world.exit("x-0-a", 0, 1);
        world.drain();
        world.holdStarts(false);
        world.settle();
        world.finish(1);
        succeeded(world, 1);
      }),
  RESTART_THEN_SUCCESS(
      job(1, "maxRestarts: 2", 1, 1),
      world -> {
        world.settle();
        world.exit("x-0-a", 0, 1);
        world.drain();
        world.exit("x-0-b", 1, 1);
        world.drain();
        world.finish(2);
        succeeded(world, 2);
      }),
  BUDGET_EXHAUSTED(
      job(2, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        world.exit("x-0-a", 0, 1);
        world.drain();
        world.exit("x-1-a", 0, 1);
        world.drain();
        failed(world, "MaxRestartsExceeded", 1);
      }),
  TWO_CLIQUES_FAIL_AT_ONCE(
      job(1, "maxRestarts: 3", 1, 1),
      world -> {
        world.settle();
        world.exit("x-0-a", 0, 1);
        world.exit("x-0-b", 0, 1);
        world.drain();
        world.finish(1);
        succeeded(world, 1);
      }),
  TWO_REPLICAS_FAIL_AT_ONCE(
      job(2, "maxRestarts: 3", 1, 1),
      world -> {
        world.settle();
        world.exit("x-0-a", 0, 1);
        world.exit("x-1-a", 0, 1);
        world.drain();
        for (String clique : new String[] {"x-0-a", "x-0-b", "x-1-a", "x-1-b"}) {
          world.exit(clique, 1, 0);
        }
        world.drain();
        succeeded(world, 2);
      }),
  DRAINED_AND_EXITS_WITH_0(
      job(1, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        Pod pod = world.pod("x-0-a", 0);
        world.delete(pod);
        world.pass(Duration.ofSeconds(2));
        world.stop(pod, 0);
        world.drain();
        world.finish(1);
        succeeded(world, 1);
      }),
  FINISHED_AND_DELETED_BY_SOMEBODY(
      job(1, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        Pod pod = world.pod("x-0-a", 0);
        world.exit("x-0-a", 0, 0);
        world.pass(Duration.ofSeconds(2));
        world.delete(pod);
        world.settle();
        world.exit("x-0-b", 0, 0);
        world.drain();
        succeeded(world, 0);
      }),
  FINISHED_AND_DELETED_WHILE_NOBODY_WATCHES(
      job(1, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        Pod pod = world.pod("x-0-a", 0);
        world.goesAway();
        world.exit("x-0-a", 0, 0);
        world.cluster().advance(Duration.ofSeconds(2));
        world.delete(pod);
        world.comesBack();
        world.settle();
        world.exit("x-0-b", 0, 0);
        world.drain();
        succeeded(world, 0);
      }),
  FAILED_AND_DELETED_WHILE_NOBODY_WATCHES(
      job(1, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        Pod pod = world.pod("x-0-a", 0);
        world.goesAway();
        world.exit("x-0-a", 0, 1);
        world.cluster().advance(Duration.ofSeconds(2));
        world.delete(pod);
        world.comesBack();
        world.drain();
        world.finish(1);
        succeeded(world, 1);
      }),
  LOST_WITH_ITS_NODE_AFTER_SUCCESS(
      job(1, "maxRestarts: 0", 1, 1),
      world -> {
        world.settle();
        Pod pod = world.pod("x-0-a", 0);
        world.exit("x-0-a", 0, 0);
        world.cluster().advance(Duration.ofSeconds(2));
        world.nodes().lose(pod.getSpec().getNodeName());
        world.delete(pod);
        world.settle();
        world.nodes().regain(pod.getSpec().getNodeName());
        world.exit("x-0-b", 0, 0);
        world.drain();
        succeeded(world, 0);
      }),
  STUCK_ON_A_DEAD_NODE_IN_A_RESTART(
      job(1, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        loseNodeOf(world, world.pod("x-0-a", 0));
        world.drain();
        world.finish(1);
        succeeded(world, 1);
      }),
  STUCK_ON_A_DEAD_NODE_IN_A_FAILURE(
      job(1, "", 1, 1),
      world -> {
        world.settle();
        Pod pod = world.pod("x-0-a", 0);
        loseNodeOf(world, pod);
        world.drain();
        assertThat(world.status().phase()).isNotEqualTo(PodCliqueSetPhase.FAILED);
        assertThat(Conditions.isTrue(world.status().conditions(), ConditionTypes.FAILURE_TARGET))
            .isTrue();
        world.nodes().remove(pod.getSpec().getNodeName());
        world.drain();
        failed(world, "MaxRestartsExceeded", 0);
      }),
  PODCLIQUE_DELETED_BY_HAND(
      job(1, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        world.delete(world.clique("x-0-a"));
        world.drain();
        world.finish(1);
        succeeded(world, 1);
      }),
  RUNS_FOR_TOO_LONG(
      job(2, "maxRuntime: 60s", 1, 1),
      world -> {
        world.settle();
        world.pass(Duration.ofSeconds(70));
        world.drain();
        failed(world, "MaxRuntimeExceeded", 0);
      }),
  RUNS_FOR_TOO_LONG_DURING_A_RESTART(
      job(1, "maxRuntime: 60s, maxRestarts: 5", 1, 1),
      world -> {
        world.settle();
        world.pass(Duration.ofSeconds(50));
        world.exit("x-0-a", 0, 1);
        world.settle();
        world.pass(Duration.ofSeconds(20));
        world.drain();
        failed(world, "MaxRuntimeExceeded", 1);
      }),
  ALL_DONE_WHILE_NOBODY_WATCHES_AND_THE_TIME_IS_OVER(
      job(1, "maxRuntime: 60s", 1, 1),
      world -> {
        world.settle();
        world.goesAway();
        world.exit("x-0-a", 0, 0);
        world.exit("x-0-b", 0, 0);
        world.cluster().advance(Duration.ofSeconds(100));
        world.comesBack();
        world.drain();
        succeeded(world, 0);
      }),
  A_GAP_THAT_HEALS(
      job(1, "", 1, 1, "60s"),
      world -> {
        world.settle();
        world.exit("x-0-a", 0, 1);
        world.drain();
        world.finish(0);
        succeeded(world, 0);
      }),
  A_POD_THAT_CAN_BE_MISSED_CRASHES_AGAIN_AND_AGAIN(
      job(1, "", 2, 1),
      world -> {
        world.settle();
        for (int crash = 0; crash < 3; crash++) {
          world.nodes().end(world.pod("x-0-a", 0), 1);
          world.drain();
          world.pass(Duration.ofSeconds(45));
          world.drain();
        }
        world.finish(0);
        succeeded(world, 0);
      }),
  STARTED_AGAIN_BY_ITS_KUBELET(
      job(1, "maxRestarts: 1", 1, 1)
          .replace(
              "name: m,",
              "name: m, restartPolicy: Never, restartPolicyRules: "
                  + "[{action: Restart, exitCodes: {operator: In, values: [42]}}],"),
      world -> {
        world.settle();
        world.exit("x-0-a", 0, 42);
        world.drain();
        world.nodes().start(world.pod("x-0-a", 0));
        world.drain();
        assertThat(world.status().restartCount()).isZero();
        world.exit("x-0-a", 0, 1);
        world.drain();
        world.finish(1);
        succeeded(world, 1);
      }),
  A_SIDECAR_IN_A_CRASH_LOOP(
      job(1, "", 1, 1)
          .replace(
              "containers:",
              "initContainers: [{name: s, image: i, restartPolicy: Always}], containers:"),
      world -> {
        world.settle();
        world.nodes().crashSidecars(world.pod("x-0-a", 0));
        world.drain();
        world.finish(0);
        succeeded(world, 0);
      }),
  EVICTED(
      job(1, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        world.nodes().fail(world.pod("x-0-a", 0));
        world.drain();
        world.finish(1);
        succeeded(world, 1);
      }),
  HANGS_WHERE_THE_NODE_ANSWERS(
      job(1, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        world.delete(world.pod("x-0-a", 0));
        world.pass(Duration.ofSeconds(40));
        assertThat(world.status().restartCount()).isEqualTo(1);
        assertThat(world.pods("x-0-b", 1)).as("the barrier holds").isEmpty();
        world.drain();
        world.finish(1);
        succeeded(world, 1);
      }),
  MORE_TIME_WHILE_IT_RUNS(
      job(1, "maxRuntime: 60s", 1, 1),
      world -> {
        world.settle();
        world.pass(Duration.ofSeconds(50));
        world
            .cluster()
            .change(
                world.set(),
                set ->
                    set.withSpec(
                        PodCliqueSetSpecBuilder.builder(set.getSpec())
                            .trainingSpec(new TrainingSpec("10m", 0, null))
                            .build()));
        world.pass(Duration.ofSeconds(50));
        world.finish(0);
        succeeded(world, 0);
      }),
  PODCLIQUE_OF_A_REPLICA_THAT_IS_DONE_DELETED(
      job(2, "maxRestarts: 1", 1, 1),
      world -> {
        world.settle();
        world.finish(0);
        world.delete(world.clique("x-0-a"));
        world.drain();
        world.exit("x-1-a", 0, 0);
        world.exit("x-1-b", 0, 0);
        world.drain();
        succeeded(world, 0);
      }),
  GOES_A_WHILE_AFTER_ITS_END(
      job(1, "ttlSecondsAfterFinished: 30", 1, 1),
      world -> {
        world.settle();
        world.finish(0);
        world.pass(Duration.ofSeconds(40));
        assertThat(world.cluster().all(PodCliqueSet.class)).isEmpty();
        world.drain();
        assertThat(world.cluster().all(PodClique.class)).isEmpty();
        assertThat(world.pods()).isEmpty();
      }),
  DELETED_WHILE_IT_RUNS(
      job(1, "", 1, 1),
      world -> {
        world.settle();
        world.exit("x-0-a", 0, 0);
        world.settle();
        world.delete(world.set());
        world.drain();
        assertThat(world.pods()).isEmpty();
      });

  private final String manifest;

  @SuppressWarnings("ImmutableEnumChecker") // a script keeps nothing
  private final Consumer<TrainingWorld> script;

  TrainingFlow(String manifest, Consumer<TrainingWorld> script) {
    this.manifest = manifest;
    this.script = script;
  }

  /** Runs the whole of it. */
  void run(TrainingWorld world) {
    world.cluster().create(TestYaml.read(manifest, PodCliqueSet.class));
    script.accept(world);
    assertThat(world.rules().broken()).isEmpty();
  }

  private static void loseNodeOf(TrainingWorld world, Pod pod) {
    world.nodes().lose(pod.getSpec().getNodeName());
    world.delete(pod);
    world.pass(Duration.ofSeconds(40));
  }
}
