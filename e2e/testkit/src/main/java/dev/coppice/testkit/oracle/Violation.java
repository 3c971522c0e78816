package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.List;

/**
 * One place where a recording breaks a rule.
 *
 * @param rule the rule
 * @param finding what is wrong, with names and numbers
 * @param evidence the events that show it, at least one
 */
public record Violation(String rule, String finding, List<RecordedEvent> evidence) {

  /** Copies the evidence. */
  public Violation {
    evidence = List.copyOf(evidence);
  }

  static Violation of(Invariant broken, String finding, RecordedEvent... evidence) {
    return new Violation(broken.rule(), finding, List.of(evidence));
  }
}
