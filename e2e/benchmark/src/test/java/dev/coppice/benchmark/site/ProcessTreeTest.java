package dev.coppice.benchmark.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessTreeTest {

  private static final ProcessTree OWN = ProcessTree.of(ProcessHandle.current().pid());

  @Test
  void weighs_a_running_process() {
    assertThat(OWN.memory().residentMebibytes()).isBetween(10.0, 100_000.0);
    assertThat(OWN.memory().peakMebibytes()).isGreaterThanOrEqualTo(10.0);
  }

  @Test
  void knows_how_long_a_process_has_worked() {
    assertThat(OWN.cpu()).isPositive().isLessThan(Duration.ofDays(1));
  }

  @Test
  void counts_what_a_process_has_started_in() throws IOException, InterruptedException {
    Process child = new ProcessBuilder("cat").start();
    try {
      assertThat(ProcessTree.of(ProcessHandle.current().pid()).processes())
          .extracting(ProcessHandle::pid)
          .contains(child.pid());
    } finally {
      child.destroy();
      child.waitFor();
    }
  }

  @Test
  void says_so_when_there_is_no_such_process() {
    assertThatThrownBy(() -> ProcessTree.of(Integer.MAX_VALUE)).hasMessageContaining("ended");
  }
}
