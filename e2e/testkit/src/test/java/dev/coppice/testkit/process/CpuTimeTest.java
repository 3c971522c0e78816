package dev.coppice.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CpuTimeTest {

  @Test
  void adds_what_a_process_and_its_ended_children_have_used() {
    assertThat(
            CpuTime.parse("7 (a b) c) S 1 7 7 0 -1 4194304 100 0 0 0 11 22 33 44 20 0 1 0 9 8 7"))
        .isEqualTo(110);
  }

  @Test
  void keeps_counting_a_child_that_has_ended() throws Exception {
    Duration before = CpuTime.ofThisTree();
    new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done")
        .start()
        .waitFor();

    assertThat(CpuTime.ofThisTree()).isGreaterThan(before.plusMillis(20));
  }
}
