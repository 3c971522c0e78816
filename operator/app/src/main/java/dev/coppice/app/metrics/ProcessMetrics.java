package dev.coppice.app.metrics;

import dev.coppice.app.http.Page;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The registry that every part of the process counts in, with the JVM's own figures in it. */
public final class ProcessMetrics implements AutoCloseable {

  /** Where Prometheus scrapes. */
  public static final String PATH = "/metrics";

  private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

  /** Figures of the JVM, and the version of this build. */
  public ProcessMetrics(String version) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    garbageCollection.bindTo(registry);
    Gauge.builder("coppice.build.info", () -> 1)
        .description("The version that runs")
        .tag("version", version)
        .register(registry);
  }

  /** Shows in the figures whether this replica acts. */
  public void showLead(BooleanSupplier leads) {
    Gauge.builder("coppice.leader", () -> leads.getAsBoolean() ? 1 : 0)
        .description("Whether this replica acts: it holds the lease, or needs none")
        .register(registry);
  }

  public MeterRegistry registry() {
    return registry;
  }

  /** The page with all figures, by path. */
  public Map<String, Supplier<Page>> pages() {
    return Map.of(PATH, () -> new Page(200, FORMAT, registry.scrape(FORMAT)));
  }

  @Override
  public void close() {
    garbageCollection.close();
    registry.close();
  }
}
