package dev.coppice.kube.metrics;

import dev.coppice.core.object.Unreadable;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Measures what a process holds and cannot read, as {@code coppice_unreadable_objects}. */
public final class UnreadableObjects {

  private static final String NAME = "coppice.unreadable.objects";

  private UnreadableObjects() {}

  /** Shows how many of these objects cannot be read. */
  public static void show(
      MeterRegistry registry, String kind, Supplier<Stream<? extends HasMetadata>> objects) {
    showCount(
        registry,
        kind,
        () -> objects.get().filter(object -> Unreadable.of(object).isPresent()).count());
  }

  /** Shows a number that is counted elsewhere; of a process that is everything, the first one. */
  public static void showCount(MeterRegistry registry, String kind, Supplier<Number> count) {
    if (registry.find(NAME).tag("kind", kind).gauge() == null) {
      Gauge.builder(NAME, count)
          .description("Objects of which only the metadata can be read")
          .tags("kind", kind)
          .register(registry);
    }
  }
}
