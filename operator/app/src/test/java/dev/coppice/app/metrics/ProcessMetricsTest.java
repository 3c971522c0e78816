package dev.coppice.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.app.http.Page;
import org.junit.jupiter.api.Test;

class ProcessMetricsTest {

  @Test
  void shows_the_figures_of_the_jvm_and_of_whoever_counts() {
    try (ProcessMetrics metrics = new ProcessMetrics()) {
      metrics.registry().counter("coppice.things").increment();

      Page page = metrics.pages().get("/metrics").get();

      assertThat(page.contentType()).startsWith("text/plain; version=0.0.4");
      assertThat(page.body())
          .contains("coppice_things_total 1.0", "jvm_memory_used_bytes", "jvm_threads_live");
    }
  }
}
