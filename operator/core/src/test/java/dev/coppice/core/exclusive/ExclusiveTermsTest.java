package dev.coppice.core.exclusive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.api.gang.PlacementMode;
import dev.coppice.core.subgroup.GroupMember;
import dev.coppice.core.subgroup.GroupName;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.subgroup.SubGroups;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExclusiveTermsTest {

  private static final String GROUP = "544990bfccee73b15c4b20857f43bdf026c62731";
  private static final String FIRST = "b17ef3b33b12f8ae93d744ec4dbbcb23d538baf6";
  private static final String SECOND = "0d236737f53e54c4693bea33a7edae9b564f0f18";

  private static SlotGroup group(SubGroupPolicyType type, int slots) {
    return new SlotGroup(
        GroupName.ofReplica("default", "llm-0-tpu", 0),
        "llm-0",
        List.of(
            new GroupMember("llm-0-tpu-0-lead", 1, List.of()),
            new GroupMember("llm-0-tpu-0-work", slots - 1, List.of())),
        SubGroups.of(type, slots, 2).orElseThrow());
  }

  private static SlotGroup excluded() {
    return group(SubGroupPolicyType.LEADER_EXCLUDED, 5);
  }

  private static PodSpec placed(
      PodSpec spec, @Nullable String block, @Nullable String slice, SlotGroup group, int slot) {
    return placed(spec, block, slice, PlacementMode.LEADER_FIRST, group, slot);
  }

  private static PodSpec placed(
      PodSpec spec,
      @Nullable String block,
      @Nullable String slice,
      PlacementMode mode,
      SlotGroup group,
      int slot) {
    return ExclusiveTerms.of(new ExclusiveTopology(block, slice), mode, group, slot).in(spec);
  }

  /** The values of the attracting terms, of which each has its repelling one. */
  private static String attractions(PodSpec spec) {
    Affinity affinity = spec.getAffinity();
    if (affinity == null) {
      return "";
    }
    assertThat(repelling(spec))
        .extracting(PodAffinityTerm::getTopologyKey)
        .containsExactlyElementsOf(
            attracting(spec).stream().map(PodAffinityTerm::getTopologyKey).toList());
    return attracting(spec).stream()
        .map(term ->
            term.getTopologyKey()
                + "="
                + term.getLabelSelector().getMatchExpressions().getFirst().getValues().getFirst())
        .collect(Collectors.joining(" "));
  }

  private static List<PodAffinityTerm> attracting(PodSpec spec) {
    return spec.getAffinity().getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution();
  }

  private static List<PodAffinityTerm> repelling(PodSpec spec) {
    return spec.getAffinity()
        .getPodAntiAffinity()
        .getRequiredDuringSchedulingIgnoredDuringExecution();
  }

  @Test
  void a_pair_of_terms_attracts_its_own_and_repels_those_of_others() {
    PodSpec spec = placed(new PodSpec(), "block", null, excluded(), 0);

    assertThat(spec.getAffinity())
        .isEqualTo(
            TestYaml.read(
                """
                podAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                  - topologyKey: block
                    labelSelector:
                      matchExpressions:
                      - {key: grove.io/group-key, operator: In, values: [%1$s]}
                podAntiAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                  - topologyKey: block
                    labelSelector:
                      matchExpressions:
                      - {key: grove.io/group-key, operator: Exists}
                      - {key: grove.io/group-key, operator: NotIn, values: [%1$s]}
                """
                    .formatted(GROUP),
                Affinity.class));
  }

  @Test
  void a_leader_in_a_subgroup_has_the_pair_of_its_group_and_then_that_of_its_subgroup() {
    PodSpec spec =
        placed(new PodSpec(), "block", "slice", group(SubGroupPolicyType.LEADER_WORKER, 4), 0);

    assertThat(spec.getAffinity())
        .isEqualTo(
            TestYaml.read(
                """
                podAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                  - topologyKey: block
                    labelSelector:
                      matchExpressions:
                      - {key: grove.io/group-key, operator: In, values: [%1$s]}
                  - topologyKey: slice
                    labelSelector:
                      matchExpressions:
                      - {key: grove.io/subgroup-key, operator: In, values: [%2$s]}
                podAntiAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                  - topologyKey: block
                    labelSelector:
                      matchExpressions:
                      - {key: grove.io/group-key, operator: Exists}
                      - {key: grove.io/group-key, operator: NotIn, values: [%1$s]}
                  - topologyKey: slice
                    labelSelector:
                      matchExpressions:
                      - {key: grove.io/subgroup-key, operator: Exists}
                      - {key: grove.io/subgroup-key, operator: NotIn, values: [%2$s]}
                """
                    .formatted(GROUP, FIRST),
                Affinity.class));
  }

  @ParameterizedTest
  @CsvSource({
    "LEADER_EXCLUDED, 5, 0, block, slice, block=" + GROUP,
    "LEADER_EXCLUDED, 5, 0,      , slice, ''",
    "LEADER_EXCLUDED, 5, 1, block, slice, slice=" + FIRST,
    "LEADER_EXCLUDED, 5, 4,      , slice, slice=" + SECOND,
    "LEADER_EXCLUDED, 5, 4, block,      , ''",
    "LEADER_WORKER,   5, 0, block, slice, block=" + GROUP + " slice=" + FIRST,
    "LEADER_WORKER,   4, 0, block, slice, block=" + GROUP + " slice=" + FIRST,
    "LEADER_WORKER,   4, 0,      , slice, slice=" + FIRST,
    "LEADER_WORKER,   4, 0, block,      , block=" + GROUP,
    "LEADER_WORKER,   4, 1, block, slice, slice=" + FIRST,
    "LEADER_WORKER,   4, 3, block, slice, slice=" + SECOND
  })
  void the_leader_stands_for_the_group_and_everybody_for_his_subgroup(
      SubGroupPolicyType type,
      int slots,
      int slot,
      @Nullable String block,
      @Nullable String slice,
      String attractions) {
    assertThat(attractions(placed(new PodSpec(), block, slice, group(type, slots), slot)))
        .isEqualTo(attractions);
  }

  @ParameterizedTest
  @CsvSource({
    "LEADER_EXCLUDED, 0, block, slice, '', block",
    "LEADER_EXCLUDED, 1, block, slice, slice, block slice",
    "LEADER_EXCLUDED, 4, block,      , '', block",
    "LEADER_EXCLUDED, 0,      , slice, '', ''",
    "LEADER_EXCLUDED, 1,      , slice, slice, slice",
    "LEADER_WORKER,   0, block, slice, slice, block slice",
    "LEADER_WORKER,   3, block, slice, slice, block slice"
  })
  void placed_by_a_gang_all_repel_other_groups_and_none_is_drawn_to_his_own(
      SubGroupPolicyType type,
      int slot,
      @Nullable String block,
      @Nullable String slice,
      String attracting,
      String repelling) {
    PodSpec spec = placed(new PodSpec(), block, slice, PlacementMode.GANG, group(type, 5), slot);

    assertThat(spec.getAffinity() == null ? "" : keys(repelling(spec))).isEqualTo(repelling);
    assertThat(
            spec.getAffinity() == null || spec.getAffinity().getPodAffinity() == null
                ? ""
                : keys(attracting(spec)))
        .isEqualTo(attracting);
  }

  private static String keys(List<PodAffinityTerm> terms) {
    return terms.stream().map(PodAffinityTerm::getTopologyKey).collect(Collectors.joining(" "));
  }

  @Test
  void an_undivided_group_has_no_subgroups_to_keep_apart() {
    SlotGroup divided = excluded();
    SlotGroup undivided =
        new SlotGroup(divided.name(), divided.subdomain(), divided.members(), null);

    assertThat(attractions(placed(new PodSpec(), "block", "slice", undivided, 0)))
        .isEqualTo("block=" + GROUP);
    assertThat(attractions(placed(new PodSpec(), "block", "slice", undivided, 1))).isEmpty();
  }

  @Test
  void terms_of_the_user_stay_in_front_and_switch_none_off() {
    PodSpec own =
        TestYaml.read(
            """
            affinity:
              nodeAffinity:
                preferredDuringSchedulingIgnoredDuringExecution: []
              podAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                - {topologyKey: block, labelSelector: {matchLabels: {app: cache}}}
              podAntiAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                - {topologyKey: block, labelSelector: {matchLabels: {app: noisy}}}
            """,
            PodSpec.class);

    PodSpec placed = placed(own, "block", "block", group(SubGroupPolicyType.LEADER_WORKER, 4), 0);

    assertThat(attracting(placed)).hasSize(3).startsWith(attracting(own).getFirst());
    assertThat(repelling(placed)).hasSize(3).startsWith(repelling(own).getFirst());
    assertThat(placed.getAffinity().getNodeAffinity())
        .isEqualTo(own.getAffinity().getNodeAffinity());
    assertThat(attracting(own)).as("the template is left as it is").hasSize(1);
  }

  @Test
  void no_term_stands_there_twice() {
    PodSpec once = placed(new PodSpec(), "block", "slice", excluded(), 0);

    assertThat(placed(once, "block", "slice", excluded(), 0)).isEqualTo(once);
  }

  @Test
  void a_pod_without_terms_is_as_its_template_says() {
    PodSpec own = new PodSpec();

    assertThat(placed(own, "block", null, excluded(), 2)).isSameAs(own);
    assertThat(placed(own, null, "slice", excluded(), 0)).isSameAs(own);
  }
}
