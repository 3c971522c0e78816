package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.stream.Stream;

/**
 * A rule that is judged change by change, so that a simulation ends at the step that breaks it, and
 * a recording is judged the same way afterwards.
 */
public interface RunningRule extends Invariant {

  /** Remembers of one history what the rule needs. */
  @FunctionalInterface
  interface Judge {

    /** Takes the next change; answers where it breaks the rule. */
    Stream<Violation> take(RecordedEvent event);
  }

  /**
   * Begins to judge a history.
   *
   * @param gaps tells where changes may be missing
   */
  Judge judge(Recording gaps);

  @Override
  default List<Violation> check(Recording recording) {
    Judge judge = judge(recording);
    return recording.events().stream().flatMap(judge::take).toList();
  }
}
