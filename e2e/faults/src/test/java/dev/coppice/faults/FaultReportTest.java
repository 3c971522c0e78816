package dev.coppice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.faults.RunResult.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FaultReportTest {

  @Test
  void sums_up_each_flow_and_all_of_them() {
    FaultReport report =
        new FaultReport(
            List.of(
                result("create", FaultKind.KILL_BEFORE, Verdict.SAME),
                result("create", FaultKind.DROP, Verdict.BROKEN),
                result("reapply", FaultKind.KILL_AFTER, Verdict.NOT_STRUCK)),
            Duration.ofSeconds(10));

    assertThat(report.summary().lines())
        .containsExactly(
            "create                 2 runs in 6 s: the fault struck in 2, of which 1 kills; 1 went"
                + " wrong",
            "reapply                1 runs in 3 s: the fault struck in 0, of which 0 kills; 0 went"
                + " wrong",
            "3 runs in 10 s: the fault struck in 2, of which 1 kills; 1 went wrong");
  }

  private static RunResult result(String flow, FaultKind kind, Verdict verdict) {
    return new RunResult(
        flow,
        kind,
        1,
        verdict == Verdict.NOT_STRUCK ? Optional.empty() : Optional.of("POST pods/a -> 201"),
        verdict,
        "",
        Optional.empty(),
        Duration.ofSeconds(3));
  }
}
