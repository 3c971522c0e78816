package dev.coppice.simulator.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.simulator.operator.OperatorCode;
import dev.coppice.simulator.training.TrainingWorld.Death;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Somebody writes what the operator reports, or takes references away, while everything runs: no
 * pod is lost, nothing is counted, and the status comes right. Also if the operator dies before or
 * after its next writes: at some of them in turn, or at all with {@code -Dsimulator.trainings=1}.
 */
class ForgeryTest {

  private static final int NEXT_WRITES = 6;
  private static final long FIELDS = Long.getLong("simulator.forgeries", 60);
  private static final boolean EVERYWHERE = Integer.getInteger("simulator.trainings", 11) == 1;

  /** What runs when it happens. */
  enum Scene {
    SERVING("", "30s", "restartPolicy: Always"),
    FIRST_ATTEMPT(training(0), "0s", "restartPolicy: Never"),
    THIRD_ATTEMPT(training(2), "0s", "restartPolicy: Never"),
    SUCCEEDED(training(2), "0s", "restartPolicy: Never"),
    FAILED(training(1), "0s", "restartPolicy: Never"),
    RESTARTING(training(1), "0s", "restartPolicy: Never"),
    FAILING(training(0), "0s", "restartPolicy: Never");

    /** In which pods run. */
    static final Set<Scene> RUNNING = EnumSet.of(SERVING, FIRST_ATTEMPT, THIRD_ATTEMPT);

    private final String yaml;

    Scene(String kind, String delay, String policy) {
      this.yaml =
          """
          apiVersion: grove.io/v1alpha1
          kind: PodCliqueSet
          metadata: {name: x, namespace: n}
          spec:
            replicas: 2
            %s
            template:
              terminationDelay: %s
              cliques:
              - {name: a, spec: {replicas: 2, minAvailable: 2, podSpec: {%s, containers: [{name: m, image: i}]}}}
              - {name: b, spec: {replicas: 1, minAvailable: 1, podSpec: {%s, containers: [{name: m, image: i}]}}}
              - {name: c, spec: {replicas: 1, minAvailable: 1, podSpec: {%s, containers: [{name: m, image: i}]}}}
              podCliqueScalingGroups:
              - {name: g, cliqueNames: [c], replicas: 2, minAvailable: 1}
          """
              .formatted(kind, delay, policy, policy, policy);
    }

    private static String training(int restarts) {
      return "workloadType: Training\n  trainingSpec: {maxRestarts: %d, maxRuntime: 24h}"
          .formatted(restarts);
    }

    boolean trains() {
      return this != SERVING;
    }

    TrainingWorld begin(Death death) {
      TrainingWorld world = new TrainingWorld(death, OperatorCode.production().withTrackedPods());
      world.cluster().create(TestYaml.read(yaml, PodCliqueSet.class));
      world.pass(Duration.ofSeconds(10));
      if (this == THIRD_ATTEMPT || this == SUCCEEDED || this == FAILED) {
        for (int attempt : new int[] {0, 1}) {
          world.exit("x-0-b", attempt, 1);
          world.drain();
        }
      }
      if (this == RESTARTING || this == FAILING) {
        world.pass(Duration.ofMinutes(5));
        world.exit("x-0-b", 0, 1);
        world.settle();
        return world;
      }
      if (this == SUCCEEDED) {
        endAll(world);
      }
      world.pass(Duration.ofMinutes(5));
      return world;
    }
  }

  @ParameterizedTest
  @MethodSource
  void what_runs_runs_on(Scene scene, Forgery forgery) {
    runsOn(scene, forgery);
  }

  static Stream<Arguments> what_runs_runs_on() {
    return each(Scene.RUNNING);
  }

  private static Stream<Arguments> each(Set<Scene> scenes) {
    return scenes.stream()
        .flatMap(scene -> Stream.of(Forgery.values()).map(forgery -> Arguments.of(scene, forgery)));
  }

  @Test
  void a_breach_of_2036_is_one_of_now() {
    TrainingWorld world = Scene.SERVING.begin(Death.NEVER);
    Pod pod = world.pod("x-0-b");
    world.nodes().stall(pod);
    world.pass(Duration.ofSeconds(2));

    Forgery.CLIQUES_OF_2036.commit(world);
    world.pass(Duration.ofSeconds(20));
    assertThat(uids(world.pods())).contains(pod.getMetadata().getUid());
    world.pass(Duration.ofSeconds(30));
    world.drain();

    assertThat(uids(world.pods())).doesNotContain(pod.getMetadata().getUid()).hasSize(10);
    assertThat(running(world)).hasSize(10);
  }

  /** While pods of the first attempt are still on their way out. */
  @ParameterizedTest
  @EnumSource(
      names = {
        "STATUS_EMPTIED",
        "ATTEMPTS_EMPTIED",
        "EVERY_STATUS_EMPTIED",
        "CLIQUES_EMPTIED",
        "RESTARTS_FORGOTTEN",
        "ONE_CLIQUE_WITHOUT_OWNER",
        "ALL_CLIQUES_WITHOUT_OWNERS",
        "ONE_POD_WITHOUT_OWNER",
        "ALL_PODS_WITHOUT_OWNERS"
      })
  void a_restart_under_way_is_one_restart(Forgery forgery) {
    TrainingWorld world = Scene.RESTARTING.begin(Death.NEVER);

    forgery.commit(world);
    world.pass(Duration.ofSeconds(5));
    world.drain();
    world.pass(Duration.ofMinutes(1));

    assertThat(running(world)).hasSize(10);
    assertThat(world.pods("x-0-a", 1)).hasSize(2);
    assertThat(world.pods("x-1-a", 0)).hasSize(2);
    assertSucceeds(world, 1);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"STATUS_EMPTIED", "ATTEMPTS_EMPTIED", "EVERY_STATUS_EMPTIED", "CONDITIONS_TAKEN"})
  void a_job_that_is_about_to_fail_fails(Forgery forgery) {
    TrainingWorld world = Scene.FAILING.begin(Death.NEVER);

    forgery.commit(world);
    world.pass(Duration.ofSeconds(5));
    world.drain();
    world.pass(Duration.ofMinutes(1));

    assertThat(running(world)).isEmpty();
    assertThat(world.status().phase()).isEqualTo(PodCliqueSetPhase.FAILED);
    assertThat(world.status().restartCount()).isZero();
  }

  /** A job that has come to its end is never run again. */
  @ParameterizedTest
  @MethodSource
  void a_job_that_has_ended_stays_so(Scene scene, Forgery forgery) {
    staysEnded(
        scene,
        forgery,
        scene == Scene.FAILED ? PodCliqueSetPhase.FAILED : PodCliqueSetPhase.SUCCEEDED);
  }

  static Stream<Arguments> a_job_that_has_ended_stays_so() {
    return each(EnumSet.of(Scene.SUCCEEDED, Scene.FAILED));
  }

  private static void staysEnded(Scene scene, Forgery forgery, PodCliqueSetPhase phase) {
    TrainingWorld world = scene.begin(Death.NEVER);
    PodCliqueSetStatus before = world.status();
    assertThat(before.phase()).isEqualTo(phase);
    Set<String> pods = uids(world.pods());

    forgery.commit(world);
    world.pass(Duration.ofMinutes(15));

    assertThat(pods).containsAll(uids(world.pods()));
    assertThat(running(world)).isEmpty();
    assertThat(world.status().restartCount()).isEqualTo(before.restartCount());
    if (!forgery.isAnotherEnd()) {
      assertThat(world.status().phase()).isEqualTo(phase);
    }
    assertRests(world);
  }

  private static void runsOn(Scene scene, Forgery forgery) {
    int writes = runsOn(scene, forgery, Death.NEVER);

    IntStream.rangeClosed(writes + 1, writes + NEXT_WRITES)
        .boxed()
        .flatMap(write -> Stream.of(new Death(write, false), new Death(write, true)))
        .filter(death -> EVERYWHERE || isInTurn(death, forgery))
        .parallel()
        .forEach(death -> runsOn(scene, forgery, death));
  }

  // Of five deaths one: with 48 forgeries in three scenes each is met many times.
  private static boolean isInTurn(Death death, Forgery forgery) {
    return (2 * death.write() + (death.obeyed() ? 1 : 0) + forgery.name().length()) % 5 == 0;
  }

  /** Any field of any object; {@code -Dsimulator.forgeries} says how many there are. */
  @Test
  void what_runs_runs_on_whatever_field_somebody_writes() {
    LongStream.rangeClosed(1, FIELDS).parallel().forEach(seed -> AnyField.of(seed).check());
  }

  /** Returns how many writes there were before it happened. */
  private static int runsOn(Scene scene, Forgery forgery, Death death) {
    TrainingWorld world = scene.begin(death);
    int writes = world.writes();
    Set<String> pods = running(world);
    PodCliqueSetStatus before = world.status();
    assertThat(pods).hasSize(10);
    try {
      forgery.commit(world);
      world.pass(Duration.ofMinutes(15)); // by then what failed once is forgotten

      assertThat(running(world)).isEqualTo(pods);
      assertThat(facts(world.status())).isEqualTo(facts(before));
      assertThat(words(world.status())).isEqualTo(words(before));
      assertThat(world.status().conditions())
          .allMatch(condition -> !isToCome(condition, world.cluster().clock().instant()));
      assertRests(world);
      if (scene.trains()) {
        assertSucceeds(world, before.restartCount());
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("%s, %s, %s".formatted(scene, forgery, death), e);
    }
    return writes;
  }

  static Set<String> running(TrainingWorld world) {
    return uids(
        world
            .pods()
            .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
            .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null));
  }

  static Set<String> uids(Stream<Pod> pods) {
    return pods.map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
  }

  private static List<Object> facts(PodCliqueSetStatus status) {
    return List.of(
        status.replicaAttempts(),
        status.restartCount(),
        String.valueOf(status.phase()),
        String.valueOf(status.startTime()),
        String.valueOf(status.completionTime()),
        status.availableReplicas(),
        String.valueOf(status.currentGenerationHash()));
  }

  private static Set<String> words(PodCliqueSetStatus status) {
    return status.conditions().stream()
        .filter(condition -> !condition.getType().equals(ConditionTypes.PROGRESSING))
        .map(c -> "%s=%s %s".formatted(c.getType(), c.getStatus(), c.getReason()))
        .collect(Collectors.toSet());
  }

  private static boolean isToCome(Condition condition, Instant now) {
    return Instant.parse(condition.getLastTransitionTime()).isAfter(now.plusSeconds(1));
  }

  static void assertRests(TrainingWorld world) {
    int writes = world.writes();
    world.pass(Duration.ofMinutes(20));
    assertThat(world.writes()).as("writes at rest").isEqualTo(writes);
  }

  static void assertSucceeds(TrainingWorld world, int restarts) {
    endAll(world);
    world.pass(Duration.ofMinutes(1));

    assertThat(world.status().phase()).isEqualTo(PodCliqueSetPhase.SUCCEEDED);
    assertThat(world.status().restartCount()).isEqualTo(restarts);
    assertThat(Conditions.isTrue(world.status().conditions(), ConditionTypes.COMPLETE)).isTrue();
  }

  private static void endAll(TrainingWorld world) {
    world.pods().filter(pod -> !isEnded(pod)).forEach(pod -> world.nodes().end(pod, 0));
  }

  private static boolean isEnded(Pod pod) {
    return "Succeeded".equals(pod.getStatus().getPhase())
        || "Failed".equals(pod.getStatus().getPhase());
  }
}
