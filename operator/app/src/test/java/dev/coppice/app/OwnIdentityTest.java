package dev.coppice.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnIdentityTest {

  @TempDir private Path folder;

  @Test
  void the_configured_namespace_wins() {
    assertThat(OwnIdentity.namespace("wanted", folder.resolve("absent"))).isEqualTo("wanted");
  }

  @Test
  void inside_a_pod_it_is_the_namespace_of_the_pod() throws IOException {
    Path file = Files.writeString(folder.resolve("namespace"), "grove-system\n");

    assertThat(OwnIdentity.namespace("", file)).isEqualTo("grove-system");
  }

  @Test
  void elsewhere_it_is_default() {
    assertThat(OwnIdentity.namespace("", folder.resolve("absent"))).isEqualTo("default");
  }

  @Test
  void no_two_processes_hold_a_lease_under_one_name() {
    assertThat(OwnIdentity.holder()).isNotEqualTo(OwnIdentity.holder());
  }
}
