package dev.coppice.e2e;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a training job has to have ended, computed from nothing but what its pods did and when it
 * says that it started: every attempt of a replica in which a pod failed costs a restart.
 *
 * @param ends every end that is right; two of them where the deciding event lies at the deadline
 * @param restarts how many restarts may be told
 */
record TrainingVerdict(Set<String> ends, Set<Integer> restarts) {

  static final String SUCCEEDED = "Succeeded";
  static final String OUT_OF_RESTARTS = "MaxRestartsExceeded";
  static final String OUT_OF_TIME = "MaxRuntimeExceeded";

  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  /**
   * What a job was asked for.
   *
   * @param name of the set
   * @param replicas how many replicas it has
   * @param pods how many pods each of them has
   * @param maxRestarts how often replicas may be restarted
   * @param deadline by when it has to be done
   */
  record Job(String name, int replicas, int pods, int maxRestarts, Instant deadline) {}

  static TrainingVerdict of(Job job, Recording recording) {
    List<Instant> failures = new ArrayList<>();
    Set<String> failed = new HashSet<>();
    Map<String, Set<String>> done = new HashMap<>();
    Map<String, Instant> completed = new HashMap<>();
    recording
        .ofKind("Pod")
        .filter(event -> event.label(Labels.PART_OF).equals(job.name()) && !event.isTerminating())
        .forEach(event -> {
          Pod pod = (Pod) event.typed();
          String attempt =
              event.label(Labels.SET_REPLICA_INDEX) + "/" + event.label(Labels.RESTART_ATTEMPT);
          switch (String.valueOf(pod.getStatus() == null ? "" : pod.getStatus().getPhase())) {
            case "Failed" -> {
              if (failed.add(attempt)) {
                failures.add(event.arrivedAt());
              }
            }
            case "Succeeded" -> {
              Set<String> pods = done.computeIfAbsent(attempt, _ -> new HashSet<>());
              pods.add(index(event));
              if (pods.size() == job.pods()) {
                completed.putIfAbsent(event.label(Labels.SET_REPLICA_INDEX), event.arrivedAt());
              }
            }
            default -> {}
          }
        });
    return judge(job, failures, completed);
  }

  private static String index(RecordedEvent pod) {
    return pod.label(Labels.POD_CLIQUE) + "/" + pod.label(Labels.POD_INDEX);
  }

  private static TrainingVerdict judge(
      Job job, List<Instant> failures, Map<String, Instant> completed) {
    boolean exhausted = failures.size() > job.maxRestarts();
    boolean complete = completed.size() == job.replicas();
    if (!exhausted && !complete) {
      return new TrainingVerdict(Set.of(OUT_OF_TIME), restarts(job, failures, job.deadline()));
    }
    Instant decided =
        exhausted
            ? failures.get(job.maxRestarts())
            : completed.values().stream().max(Instant::compareTo).orElseThrow();
    String end = exhausted ? OUT_OF_RESTARTS : SUCCEEDED;
    Duration left = Duration.between(decided, job.deadline());
    if (left.abs().compareTo(TOLERANCE) < 0) {
      return new TrainingVerdict(Set.of(end, OUT_OF_TIME), restarts(job, failures, job.deadline()));
    }
    return left.isNegative()
        ? new TrainingVerdict(Set.of(OUT_OF_TIME), restarts(job, failures, job.deadline()))
        : new TrainingVerdict(Set.of(end), Set.of(Math.min(failures.size(), job.maxRestarts())));
  }

  // What fails about the deadline may or may not have been taken for a restart.
  private static Set<Integer> restarts(Job job, List<Instant> failures, Instant deadline) {
    Set<Integer> counts = new HashSet<>();
    for (Duration shift : List.of(TOLERANCE.negated(), TOLERANCE)) {
      Instant until = deadline.plus(shift);
      int count = (int) failures.stream().filter(failure -> failure.isBefore(until)).count();
      counts.add(Math.min(count, job.maxRestarts()));
    }
    int least = counts.stream().min(Integer::compareTo).orElseThrow();
    int most = counts.stream().max(Integer::compareTo).orElseThrow();
    for (int count = least; count <= most; count++) {
      counts.add(count);
    }
    return counts;
  }
}
