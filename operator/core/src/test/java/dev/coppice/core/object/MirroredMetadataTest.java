package dev.coppice.core.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MirroredMetadataTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "team",
        "example.com/team",
        "app.kubernetes.io/version",
        "app.kubernetes.io/instance",
        "kai.scheduler/queue",
        "kai.scheduler/preemptibility",
        "kai.scheduler/topology",
        "kai.scheduler/node-pool",
        "grove.io",
        "kubectl.kubernetes.io",
        "my.grove.io/key"
      })
  void keys_of_users_and_of_schedulers_are_mirrored(String key) {
    assertThat(MirroredMetadata.of(Map.of(key, "value"))).isEqualTo(Map.of(key, "value"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grove.io/mnnvl-group",
        "coppice.dev/restartedAt",
        "app.kubernetes.io/managed-by",
        "app.kubernetes.io/part-of",
        "app.kubernetes.io/name",
        "app.kubernetes.io/component",
        "kai.scheduler/last-start-timestamp",
        "kai.scheduler/skip-podgrouper",
        "kubectl.kubernetes.io/last-applied-configuration",
        "kubectl.kubernetes.io/restartedAt",
        "argocd.argoproj.io/tracking-id",
        "meta.helm.sh/release-name",
        "helm.toolkit.fluxcd.io/name",
        "kustomize.toolkit.fluxcd.io/checksum",
        "config.kubernetes.io/origin"
      })
  void keys_that_we_write_and_marks_of_tools_are_not(String key) {
    assertThat(MirroredMetadata.of(Map.of(key, "value"))).isEmpty();
  }

  @Test
  void values_are_mirrored_up_to_a_kibibyte_of_utf_8() {
    assertThat(
            MirroredMetadata.of(
                Map.of(
                    "a", "x".repeat(1024),
                    "b", "x".repeat(1025),
                    "c", "é".repeat(512),
                    "d", "é".repeat(512) + "x",
                    "e", "€".repeat(341) + "x",
                    "f", "€".repeat(342),
                    "g", "𝄞".repeat(256),
                    "h", "𝄞".repeat(257),
                    "i", "")))
        .containsOnlyKeys("a", "c", "e", "g", "i");
  }

  @Test
  void a_set_without_any_has_none_to_mirror() {
    assertThat(MirroredMetadata.of(null)).isEmpty();
  }
}
