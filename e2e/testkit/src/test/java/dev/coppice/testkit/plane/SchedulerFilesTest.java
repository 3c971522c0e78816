package dev.coppice.testkit.plane;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerFilesTest {

  private static final Extender HERE =
      new Extender("https://127.0.0.1:1/scheduler", "first authority", false);

  @TempDir private Path directory;

  private SchedulerFiles files;

  @BeforeEach
  void anOwnConfiguration() {
    files = new SchedulerFiles(directory.resolve("scheduler.yaml"));
    PlaneDirectory.write(files.configuration(), "leaderElection: {leaderElect: false}\n");
  }

  private String quick(Extender extender) {
    return files.quick(files.configuration(), Optional.of(extender));
  }

  @Test
  void whom_it_asks_is_added_to_what_it_has() {
    Map<?, ?> content = Serialization.unmarshal(quick(HERE), Map.class);

    assertThat(content.get("leaderElection")).isEqualTo(Map.of("leaderElect", false));
    assertThat(content.get("extenders"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .singleElement()
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("urlPrefix", "https://127.0.0.1:1/scheduler")
        .containsEntry("tlsConfig", Map.of("caFile", files.authority().toString()))
        .containsEntry("ignorable", false);
  }

  @Test
  void what_is_written_is_said_until_somebody_else_is_to_be_asked() {
    assertThat(files.say(quick(HERE), HERE)).isFalse();

    files.write(quick(HERE), Optional.of(HERE));

    assertThat(files.say(quick(HERE), HERE)).isTrue();
    for (Extender other :
        List.of(
            new Extender("https://127.0.0.1:2/scheduler", HERE.authority(), false),
            new Extender(HERE.urlPrefix(), "second authority", false))) {
      assertThat(files.say(quick(other), other)).as("%s", other).isFalse();
    }
  }
}
