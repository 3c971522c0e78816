package dev.coppice.simulator.rule;

import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.Change;
import dev.coppice.testkit.oracle.Invariant;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.oracle.RunningRule;
import dev.coppice.testkit.oracle.Violation;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The rules that recordings of a real cluster keep too, judged as soon as they are broken. */
final class SharedRules {

  private static final Recording WITHOUT_GAPS = new Recording(List.of(), List.of());

  private final ClusterModel cluster;
  private final Set<String> landedPods;
  private final List<RunningRule.Judge> ofAll = begin(Invariants.STEP_BY_STEP);
  private final List<RunningRule.Judge> whateverIsReported =
      begin(Invariants.STEP_BY_STEP_WHATEVER_IS_REPORTED);
  private final List<RunningRule.Judge> ofPods = begin(Invariants.OF_PODS);

  /**
   * Rules over one run.
   *
   * @param landedPods UIDs of the pods that a call of nobody has made, by no fault of the operator
   */
  SharedRules(ClusterModel cluster, Set<String> landedPods) {
    this.cluster = cluster;
    this.landedPods = landedPods;
  }

  private static List<RunningRule.Judge> begin(List<RunningRule> rules) {
    return rules.stream().map(rule -> rule.judge(WITHOUT_GAPS)).toList();
  }

  /**
   * Takes note of a change.
   *
   * @param reportsHold whether nobody has written over what is reported
   */
  void changed(Change change, boolean reportsHold) {
    if (isRecorded(change.key().type())) {
      RecordedEvent event = event(change);
      judge(
          (reportsHold ? ofAll : whateverIsReported).stream().flatMap(judge -> judge.take(event)));
      if (reportsHold && !landedPods.contains(event.uid())) {
        judge(ofPods.stream().flatMap(judge -> judge.take(event)));
      }
    }
  }

  private RecordedEvent event(Change change) {
    HasMetadata now = change.now();
    ChangeType type =
        now == null
            ? ChangeType.DELETED
            : change.before() == null ? ChangeType.ADDED : ChangeType.MODIFIED;
    HasMetadata object = now == null ? Objects.requireNonNull(change.before()) : now;
    return RecordedEvent.of(type, object, cluster.clock().instant());
  }

  private static boolean isRecorded(Class<? extends HasMetadata> type) {
    return Recorder.KINDS.contains(type);
  }

  /** Judges what stands when neither an event nor time can bring a change. */
  void withNothingLeft() {
    judge(Invariants.AT_STANDSTILL);
  }

  /** Judges what stands when nothing changes any more and no pod hangs on its node. */
  void atRest() {
    judge(Invariants.AT_REST);
  }

  private void judge(List<Invariant> rules) {
    List<RecordedEvent> standing =
        cluster
            .all(HasMetadata.class)
            .filter(object -> isRecorded(object.getClass()))
            .map(object -> RecordedEvent.of(ChangeType.LISTED, object, cluster.clock().instant()))
            .toList();
    judge(Invariants.check(rules, new Recording(standing, List.of())).stream());
  }

  private static void judge(Stream<Violation> violations) {
    violations
        .findFirst()
        .ifPresent(violation -> {
          throw new Broken(violation.rule(), violation.finding());
        });
  }
}
