package dev.coppice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorConfigurationTest {

  @TempDir Path directory;

  @Test
  void a_value_is_set_without_disturbing_its_neighbours() {
    OperatorConfiguration configuration =
        OperatorConfiguration.local()
            .with("server.metrics.port", 1234)
            .with("leaderElection.enabled", true);

    assertThat(configuration.metrics("/metrics")).isEqualTo("http://127.0.0.1:1234/metrics");
    assertThat(configuration.health("/readyz")).matches("http://127\\.0\\.0\\.1:\\d+/readyz");
  }

  @Test
  void what_is_written_is_read_back() {
    Path file = directory.resolve("config.yaml");
    OperatorConfiguration configuration = OperatorConfiguration.local();

    configuration.write(file);

    assertThat(OperatorConfiguration.read(file).health("/readyz"))
        .isEqualTo(configuration.health("/readyz"));
  }
}
