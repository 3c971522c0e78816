package dev.coppice.app;

import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.health.HealthCheck;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.stream.Stream;

/** Puts the controllers together out of what this process was given. */
final class OperatorWiring {

  private OperatorWiring() {}

  static Controllers controllers(
      OperatorConfiguration configuration, KubernetesClient client, MeterRegistry registry) {
    return new Controllers() {
      @Override
      public void start() {}

      @Override
      public void stop() {}

      @Override
      public Stream<HealthCheck> readiness() {
        return Stream.of();
      }
    };
  }
}
