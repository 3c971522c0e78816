package dev.coppice.simulator.training;

import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.oracle.RunningRule;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rules that recordings of a real cluster keep too, and what broke them in one run. */
final class TrainingRules {

  private static final Recording WITHOUT_GAPS = new Recording(List.of(), List.of());

  private final List<RunningRule.Judge> judges =
      Stream.of(Invariants.STEP_BY_STEP, Invariants.OF_PODS)
          .flatMap(List::stream)
          .map(rule -> rule.judge(WITHOUT_GAPS))
          .toList();

  private final RunsAsLongAsItMay runtime = new RunsAsLongAsItMay();
  private final List<String> broken = new ArrayList<>();

  /** What was broken. */
  List<String> broken() {
    return broken;
  }

  void take(@Nullable HasMetadata before, @Nullable HasMetadata now, Instant instant) {
    runtime.take(now, instant).ifPresent(broken::add);
    HasMetadata shown = now == null ? Objects.requireNonNull(before) : now;
    if (!(shown instanceof Node) && !Recorder.KINDS.contains(shown.getClass())) {
      return;
    }
    ChangeType type =
        now == null ? ChangeType.DELETED : before == null ? ChangeType.ADDED : ChangeType.MODIFIED;
    RecordedEvent event = RecordedEvent.of(type, shown, instant);
    judges.stream()
        .flatMap(judge -> judge.take(event))
        .forEach(violation -> broken.add(violation.finding()));
  }
}
