package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.oracle.Invariant;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.oracle.Violation;
import dev.coppice.testkit.oracle.ViolationReport;
import dev.coppice.testkit.recorder.Recording;
import java.util.List;

/** Asks for rules that not every recording has to keep. */
public final class Rules {

  private Rules() {}

  /** Fails with the events around each place where a recording breaks one of the rules. */
  public static void assertKept(List<Invariant> rules, Recording recording) {
    List<Violation> violations = Invariants.check(rules, recording);
    assertThat(violations).as(() -> ViolationReport.of(violations, recording)).isEmpty();
  }
}
