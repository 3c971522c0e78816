package dev.coppice.e2e;

import static dev.coppice.e2e.Trainings.clique;
import static dev.coppice.e2e.Trainings.exit;
import static dev.coppice.e2e.Trainings.manifest;
import static dev.coppice.e2e.Trainings.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.status.Conditions;
import dev.coppice.e2e.TrainingVerdict.Job;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * Many training jobs whose pods finish and fail by chance. {@code hack/trainings} runs it, with
 * COPPICE_TRAINING_JOBS jobs for COPPICE_TRAINING_SECONDS by COPPICE_TRAINING_SEED.
 */
@OnCoppice
@EnabledIfEnvironmentVariable(named = "COPPICE_TRAINING_JOBS", matches = "\\d+")
class TrainingScriptIT {

  /** How long nothing is done between one deed and the next. */
  private static final Duration PACE = Duration.ofMillis(100);

  private static final int REPLICAS = 2;
  private static final int PODS_OF_CLIQUE = 5;
  private static final int PODS_OF_REPLICA = 2 * PODS_OF_CLIQUE;

  private enum Fate {
    SUCCEEDS,
    FAILS_TOO_OFTEN,
    TAKES_TOO_LONG
  }

  /** What is going to happen to a job. */
  private record Plan(String name, Fate fate, int maxRestarts, int failures, Duration maxRuntime) {}

  private static int setting(String name, int otherwise) {
    String text = System.getenv(name);
    return text == null ? otherwise : Integer.parseInt(text);
  }

  private static List<Plan> plans(Random random, int jobs, int seconds) {
    List<Plan> plans = new ArrayList<>();
    for (int job = 0; job < jobs; job++) {
      Fate fate = Fate.values()[job % Fate.values().length];
      int maxRestarts = random.nextInt(4);
      plans.add(
          new Plan(
              "job-" + job,
              fate,
              maxRestarts,
              switch (fate) {
                case SUCCEEDS -> random.nextInt(maxRestarts + 1);
                case FAILS_TOO_OFTEN -> maxRestarts + 1;
                case TAKES_TOO_LONG -> random.nextInt(maxRestarts + 1);
              },
              fate == Fate.TAKES_TOO_LONG
                  ? Duration.ofSeconds(seconds / 4 + random.nextInt(seconds / 2))
                  : Duration.ofHours(1)));
    }
    return plans;
  }

  @Test
  void every_job_ends_as_its_pods_have_it(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    int seconds = setting("COPPICE_TRAINING_SECONDS", 600);
    Random random = new Random(setting("COPPICE_TRAINING_SEED", 1));
    List<Plan> plans = plans(random, setting("COPPICE_TRAINING_JOBS", 50), seconds);
    for (Plan plan : plans) {
      kubectl.apply(
          manifest(
              plan.name(),
              REPLICAS,
              "maxRestarts: %d, maxRuntime: %ds"
                  .formatted(plan.maxRestarts(), plan.maxRuntime().toSeconds()),
              clique("a", PODS_OF_CLIQUE, PODS_OF_CLIQUE, ""),
              clique("b", PODS_OF_CLIQUE, PODS_OF_CLIQUE, "")));
    }

    play(client, plans, random, Instant.now().plusSeconds(seconds));

    AtRest.assertWritesNothing(plane, namespace, recorder);
    Recording recording = recorder.upToDate();
    Map<String, Integer> ends = new TreeMap<>();
    for (Plan plan : plans) {
      PodCliqueSetStatus status = status(client, plan.name());
      TrainingVerdict verdict =
          TrainingVerdict.of(
              new Job(
                  plan.name(),
                  REPLICAS,
                  PODS_OF_REPLICA,
                  plan.maxRestarts(),
                  status.startTime().plus(plan.maxRuntime())),
              recording);
      String end = end(status);
      assertThat(verdict.ends()).as("%s", plan).contains(end);
      assertThat(verdict.restarts()).as("restarts of %s", plan).contains(status.restartCount());
      ends.merge(end, 1, Integer::sum);
    }
    System.out.println("training jobs by their end: " + ends);
    assertThat(ends.values()).hasSize(3).allMatch(count -> count >= plans.size() / 5);
  }

  private static String end(PodCliqueSetStatus status) {
    return status.phase() == PodCliqueSetPhase.SUCCEEDED
        ? TrainingVerdict.SUCCEEDED
        : Conditions.find(status.conditions(), ConditionTypes.FAILED)
            .map(Condition::getReason)
            .orElse("not ended");
  }

  private static void play(
      KubernetesClient client, List<Plan> plans, Random random, Instant until) {
    Map<String, Integer> failed = new HashMap<>();
    List<Plan> open = new ArrayList<>(plans);
    await()
        .atMost(Duration.between(Instant.now(), until).plus(Duration.ofMinutes(3)))
        .pollInterval(PACE)
        .until(() -> {
          Plan plan = open.get(random.nextInt(open.size()));
          PodCliqueSetStatus status = status(client, plan.name());
          if (status.phase() != null && status.phase().isFinal()) {
            open.remove(plan);
          } else {
            act(client, plan, status, failed, random, Instant.now().isAfter(until));
          }
          return open.isEmpty();
        });
  }

  /**
   * Does something to a pod of a job.
   *
   * @param hurries whether the time is over, so that every job is brought to its end
   */
  private static void act(
      KubernetesClient client,
      Plan plan,
      PodCliqueSetStatus status,
      Map<String, Integer> failed,
      Random random,
      boolean hurries) {
    List<Pod> ready =
        client.pods().withLabel(Labels.PART_OF, plan.name()).list().getItems().stream()
            .filter(Sets::isReady)
            .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
            .filter(pod -> isOfThisAttempt(pod, status))
            .toList();
    if (ready.isEmpty()) {
      return;
    }
    Pod pod = ready.get(random.nextInt(ready.size()));
    int failures = failed.getOrDefault(plan.name(), 0);
    boolean fails = failures < plan.failures();
    if (fails && status.restartCount() == failures) {
      exit(client, pod, 1);
      failed.put(plan.name(), failures + 1);
    } else if (!fails && (plan.fate() == Fate.SUCCEEDS || hurries)) {
      exit(client, pod, 0);
    }
  }

  // What fails while its replica is restarted already fails for nothing.
  private static boolean isOfThisAttempt(Pod pod, PodCliqueSetStatus status) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return status.replicaAttempts().stream()
        .filter(attempt ->
            Integer.toString(attempt.replicaIndex()).equals(labels.get(Labels.SET_REPLICA_INDEX)))
        .anyMatch(attempt ->
            Integer.toString(attempt.attempt()).equals(labels.get(Labels.RESTART_ATTEMPT)));
  }
}
