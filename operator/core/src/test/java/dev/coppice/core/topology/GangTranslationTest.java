package dev.coppice.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.tree.GroupSizes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rows give what the set, the group, the standalone clique and a member ask for, and what a gang
 * carries: its own constraint as required/preferred, those that groups share, those of groups, and
 * the topology.
 */
class GangTranslationTest {

  private static final String ABSENT = TopologyFixture.ABSENT;
  private static final String SET = "{topologyName: dc, pack: {required: zone, preferred: rack}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          null | null | null | null | none
          {topologyName: dc, pack: {required: zone, preferred: rack}} | null | null | null | k/zone/k/rack [] {} dc
          {topologyName: dc, pack: {preferred: rack}} | null | null | null | -/k/rack [] {} dc
          {topologyName: dc, packDomain: zone} | null | null | null | k/zone/- [] {} dc
          {topologyName: dc, pack: {required: row, preferred: rack}} | null | null | null | -/k/rack [] {} dc
          {topologyName: dc, pack: {required: zone, preferred: row}} | null | null | null | k/zone/- [] {} dc
          {topologyName: dc, pack: {required: row}} | null | null | null | none
          {topologyName: dc, pack: {required: zone}} | {pack: {required: rack}} | null | null | k/zone/- [s-0-g-0=s-0-g-0-leader+s-0-g-0-worker:k/rack/-, s-0-g-1=s-0-g-1-leader+s-0-g-1-worker:k/rack/-] {} dc
          {topologyName: dc, pack: {required: zone}} | {pack: {required: row}} | null | null | k/zone/- [s-0-g-0=s-0-g-0-leader+s-0-g-0-worker:none, s-0-g-1=s-0-g-1-leader+s-0-g-1-worker:none] {} dc
          null | {topologyName: dc, pack: {required: row}} | null | null | none [s-0-g-0=s-0-g-0-leader+s-0-g-0-worker:none, s-0-g-1=s-0-g-1-leader+s-0-g-1-worker:none] {} none
          null | null | {topologyName: dc, pack: {required: rack}} | {pack: {preferred: rack}} | none [] {s-0-g-0-worker=-/k/rack, s-0-g-1-worker=-/k/rack, s-0-router=k/rack/-} dc
          null | null | {topologyName: dc, pack: {required: row}} | {pack: {preferred: rack}} | none [] {s-0-g-0-worker=-/k/rack, s-0-g-1-worker=-/k/rack} dc
          {pack: {required: zone}} | null | null | {topologyName: dc, pack: {required: rack}} | k/zone/- [] {s-0-g-0-worker=k/rack/-, s-0-g-1-worker=k/rack/-} dc
          {pack: {required: zone}} | null | null | null | none
          {topologyName: other, pack: {required: zone}} | null | null | null | none
          """)
  void of_a_base_gang(
      String set, String group, String router, String worker, @Nullable String expected) {
    PodCliqueSet constrained = TopologyFixture.set(set, group, router, worker);

    assertThat(base(constrained, TopologyFixture.known(constrained)))
        .isEqualTo(Objects.requireNonNullElse(expected, "none [] {} none"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          null | null | null | null | none
          {topologyName: dc, pack: {required: zone, preferred: rack}} | null | null | null | k/zone/k/rack [] {} dc
          {topologyName: dc, pack: {required: zone}} | {pack: {required: rack}} | null | null | k/rack/- [] {} dc
          {topologyName: dc, pack: {required: zone}} | {pack: {required: row}} | null | null | none
          null | null | {topologyName: dc, pack: {required: rack}} | {pack: {required: rack}} | none [] {s-0-g-2-worker=k/rack/-} dc
          null | null | {topologyName: dc, pack: {required: rack}} | null | none
          """)
  void of_a_scaled_gang(
      String set, String group, String router, String worker, @Nullable String expected) {
    PodCliqueSet constrained = TopologyFixture.set(set, group, router, worker);

    assertThat(scaled(constrained, TopologyFixture.known(constrained)))
        .isEqualTo(Objects.requireNonNullElse(expected, "none [] {} none"));
  }

  @Test
  void no_gang_carries_anything_while_the_levels_are_not_known() {
    PodCliqueSet set = TopologyFixture.set(SET, SET, SET, SET);

    assertThat(
            Stream.of(TopologyFixture.missing(set), TopologyFixture.disabled(set))
                .flatMap(topology -> Stream.of(base(set, topology), scaled(set, topology))))
        .containsOnly("none [] {} none");
  }

  @Test
  void only_replicas_of_a_group_that_are_asked_for_share_a_constraint() {
    PodCliqueSet set = TopologyFixture.set(ABSENT, SET, ABSENT, ABSENT);

    assertThat(
            new GangTranslation(set, TopologyFixture.known(set))
                .ofBaseGang(3, GroupSizes.of(set, Stream.of(), _ -> true))
                .shared())
        .extracting(config -> config.name())
        .containsExactly("s-3-g-0", "s-3-g-1");
  }

  private static String base(PodCliqueSet set, SetTopology topology) {
    return text(
        new GangTranslation(set, topology)
            .ofBaseGang(0, GroupSizes.of(set, Stream.of(), _ -> true)));
  }

  private static String scaled(PodCliqueSet set, SetTopology topology) {
    PodCliqueScalingGroupConfig group =
        set.getSpec().template().podCliqueScalingGroups().getFirst();
    return text(new GangTranslation(set, topology).ofScaledGang(0, group, 2));
  }

  private static String text(GangConstraints constraints) {
    List<String> shared =
        constraints.shared().stream()
            .map(config ->
                "%s=%s:%s"
                    .formatted(
                        config.name(),
                        String.join("+", config.podGroupNames()),
                        text(config.topologyConstraint())))
            .toList();
    Map<String, String> ofGroups =
        constraints.ofPodGroups().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    entry -> text(entry.getValue()),
                    (one, other) -> one,
                    TreeMap::new));
    return "%s %s %s %s"
        .formatted(
            text(constraints.ofGang()),
            shared,
            ofGroups,
            Objects.requireNonNullElse(constraints.topologyName(), "none"));
  }

  private static String text(@Nullable GangTopologyConstraint constraint) {
    if (constraint == null || constraint.packConstraint() == null) {
      return "none";
    }
    return "%s/%s"
        .formatted(
            Objects.requireNonNullElse(constraint.packConstraint().required(), "-"),
            Objects.requireNonNullElse(constraint.packConstraint().preferred(), "-"));
  }
}
