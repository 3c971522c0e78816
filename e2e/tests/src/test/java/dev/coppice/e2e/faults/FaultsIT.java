package dev.coppice.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.faults.FaultEnumeration;
import dev.coppice.testkit.faults.FaultKind;
import dev.coppice.testkit.faults.FaultReport;
import dev.coppice.testkit.faults.FaultRig;
import dev.coppice.testkit.faults.StandaloneFlows;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A sample of what {@code hack/faults} does in full. */
class FaultsIT {

  private static final List<FaultKind> KINDS =
      List.of(FaultKind.KILL_BEFORE, FaultKind.KILL_AFTER, FaultKind.DROP, FaultKind.EXPIRE_STREAM);

  @Test
  void ends_the_same_wherever_it_is_killed_or_cut_off() {
    try (FaultRig rig = FaultRig.start(Path.of("target", "faults"))) {
      FaultReport report =
          new FaultEnumeration(rig, KINDS, OptionalInt.of(3), System.out::println)
              .run(List.of(StandaloneFlows.CREATE));

      System.out.println(report.summary());
      assertThat(report.broken()).isEmpty();
      assertThat(report.kills()).isPositive();
    }
  }
}
