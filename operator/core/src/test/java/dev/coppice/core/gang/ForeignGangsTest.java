package dev.coppice.core.gang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroup;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignGangsTest {

  private static final String EPOCH = "1788533963425275530";

  @ParameterizedTest
  @CsvSource({
    "llm-0, false",
    "llm-12, false",
    "llm-0-decode-3, false",
    "llm-0-my-group-0, false",
    "llm-0-1788-0, false",
    "llm-0-1788533963425275530, true",
    "llm-0-1788533963425275530-decode-3, true",
    "llm-first, true",
    "other-0, true"
  })
  void are_those_that_bear_no_name_of_ours(String name, boolean isForeign) {
    assertThat(ForeignGangs.isForeign(gang(name, Map.of(Labels.PART_OF, "llm"))))
        .isEqualTo(isForeign);
  }

  @Test
  void are_those_of_an_epoch_whatever_their_names_are() {
    assertThat(
            ForeignGangs.isForeign(
                gang("llm-0", Map.of(Labels.PART_OF, "llm", Labels.EPOCH, EPOCH))))
        .isTrue();
  }

  @Test
  void are_not_those_that_belong_to_no_set() {
    assertThat(ForeignGangs.isForeign(gang("by-hand", Map.of()))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pod-group-name",
        "scheduling.k8s.io/group-name",
        "scheduling.volcano.sh/group-name"
      })
  void are_named_by_the_annotation_that_a_scheduler_reads(String key) {
    PodGang gang = gang("llm-0", Map.of());

    assertThat(ForeignGangs.names(pod("llm-1", key, "llm-0"), gang)).isTrue();
    assertThat(ForeignGangs.names(pod("llm-1", key, "llm-2"), gang)).isFalse();
    assertThat(ForeignGangs.names(pod("llm-1", "example.com/gang", "llm-0"), gang)).isFalse();
    assertThat(ForeignGangs.names(pod("llm-0", key, "llm-2"), gang)).isTrue();
  }

  @Test
  void may_hold_pods_of_the_cliques_of_their_set_that_they_have_groups_for() {
    PodGang foreign = gang("llm-0-" + EPOCH, Map.of(Labels.PART_OF, "llm"));
    foreign.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(List.of(new PodGroup("llm-0-a", List.of(), 1, null)))
            .build());

    assertThat(ForeignGangs.mayHoldPodsOf(foreign, clique("llm-0-a", "llm"))).isTrue();
    assertThat(ForeignGangs.mayHoldPodsOf(foreign, clique("llm-0-b", "llm"))).isFalse();
    assertThat(ForeignGangs.mayHoldPodsOf(foreign, clique("llm-0-a", "other"))).isFalse();
    foreign.getMetadata().setName("llm-0");
    assertThat(ForeignGangs.mayHoldPodsOf(foreign, clique("llm-0-a", "llm"))).isFalse();
  }

  private static PodClique clique(String name, String set) {
    PodClique clique = new PodClique();
    clique.setMetadata(
        new ObjectMetaBuilder().withName(name).addToLabels(Labels.PART_OF, set).build());
    return clique;
  }

  private static PodGang gang(String name, Map<String, String> labels) {
    PodGang gang = new PodGang();
    gang.setMetadata(
        new ObjectMetaBuilder().withName(name).withLabels(new HashMap<>(labels)).build());
    return gang;
  }

  private static Pod pod(String gang, String annotation, String value) {
    return new PodBuilder()
        .withNewMetadata()
        .addToLabels(Labels.POD_GANG, gang)
        .addToAnnotations(annotation, value)
        .endMetadata()
        .build();
  }
}
