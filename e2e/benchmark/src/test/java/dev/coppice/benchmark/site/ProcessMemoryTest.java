package dev.coppice.benchmark.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {

  @Test
  void reads_what_the_kernel_tells() {
    List<String> status =
        List.of(
            "Name:\tjava", "VmPeak:\t 7751756 kB", "VmHWM:\t  204800 kB", "VmRSS:\t  153600 kB");

    assertThat(ProcessMemory.parse(status))
        .returns(150.0, ProcessMemory::residentMebibytes)
        .returns(200.0, ProcessMemory::peakMebibytes);
  }
}
