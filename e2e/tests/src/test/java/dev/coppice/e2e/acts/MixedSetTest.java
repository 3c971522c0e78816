package dev.coppice.e2e.acts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.WorkloadType;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.Validity;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MixedSetTest {

  private static final String SELECTOR = "nodeSelector: {room: \"here\"}";

  static List<MixedSet> sets() {
    return MixedSet.ALL;
  }

  private static PodCliqueSet read(MixedSet set) {
    return Serialization.unmarshal(set.manifest(2, 7, SELECTOR), PodCliqueSet.class);
  }

  @ParameterizedTest
  @MethodSource("sets")
  void a_manifest_is_a_set_that_the_rules_accept(MixedSet set) {
    assertThat(Validity.standard().of(Defaults.of(read(set))).violations()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("sets")
  void a_manifest_has_the_replicas_the_image_and_the_nodes_that_are_asked_for(MixedSet set) {
    PodCliqueSet read = read(set);

    assertThat(read.getMetadata().getName()).isEqualTo(set.name());
    assertThat(read.getSpec().replicas()).isEqualTo(2);
    assertThat(read.getSpec().template().cliques())
        .hasSameSizeAs(set.cliques())
        .allSatisfy(clique -> {
          assertThat(clique.spec().podSpec().getNodeSelector()).containsEntry("room", "here");
          assertThat(clique.spec().podSpec().getContainers())
              .extracting(container -> container.getImage())
              .containsExactly("registry.example/model:7");
        });
    assertThat(read.getSpec().template().podCliqueScalingGroups()).hasSameSizeAs(set.groups());
  }

  @Test
  void each_kind_is_there() {
    assertThat(MixedSet.ALL).extracting(MixedSet::name).doesNotHaveDuplicates().hasSize(10);
    assertThat(set("ordered").getSpec().template().cliqueStartupType()).isNotNull();
    assertThat(set("terminating").getSpec().template().terminationDelay()).isNotNull();
    assertThat(set("ondelete").getSpec().updateStrategy()).isNotNull();
    assertThat(set("exclusive").getMetadata().getAnnotations()).hasSize(2);
    assertThat(set("exclusive").getSpec().template().cliques())
        .allMatch(clique -> clique.spec().subGroupPolicy() != null);
    assertThat(set("queued").getMetadata().getLabels()).containsValue(RandomActs.TEAM);
    assertThat(set("autoscaled").getSpec().template().cliques())
        .filteredOn(clique -> clique.spec().autoScalingConfig() != null)
        .hasSize(1);
    assertThat(set("autoscaled").getSpec().template().podCliqueScalingGroups())
        .allMatch(group -> group.scaleConfig() != null);
    assertThat(MixedSet.ALL)
        .allMatch(
            set -> set.trains() == (read(set).getSpec().workloadType() == WorkloadType.TRAINING));
  }

  private static PodCliqueSet set(String name) {
    return read(
        MixedSet.ALL.stream().filter(set -> set.name().equals(name)).findFirst().orElseThrow());
  }
}
