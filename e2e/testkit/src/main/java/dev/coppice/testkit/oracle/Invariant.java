package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.Recording;
import java.util.List;

/**
 * A rule that no recording may break. It reports only what no gap in the recording could explain:
 * silence where it cannot know.
 */
public interface Invariant {

  /** The rule in one sentence. */
  String rule();

  /** Where the recording breaks the rule. */
  List<Violation> check(Recording recording);
}
