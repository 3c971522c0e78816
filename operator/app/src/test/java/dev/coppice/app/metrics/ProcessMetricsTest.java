package dev.coppice.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.app.http.Page;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ProcessMetricsTest {

  @Test
  void shows_the_figures_of_the_jvm_and_of_whoever_counts() {
    try (ProcessMetrics metrics = new ProcessMetrics("1.2.3")) {
      metrics.registry().counter("coppice.things").increment();

      Page page = metrics.pages().get("/metrics").get();

      assertThat(page.contentType()).startsWith("text/plain; version=0.0.4");
      assertThat(page.body())
          .contains("coppice_things_total 1.0", "jvm_memory_used_bytes", "jvm_threads_live");
    }
  }

  @Test
  void shows_the_version_and_whether_the_replica_acts() {
    AtomicBoolean leads = new AtomicBoolean();
    try (ProcessMetrics metrics = new ProcessMetrics("1.2.3")) {
      metrics.showLead(leads::get);
      Supplier<Page> page = metrics.pages().get("/metrics");
      String before = page.get().body();

      leads.set(true);

      assertThat(before)
          .contains("coppice_build_info{version=\"1.2.3\"} 1\n", "coppice_leader 0.0");
      assertThat(page.get().body()).contains("coppice_leader 1.0");
    }
  }
}
