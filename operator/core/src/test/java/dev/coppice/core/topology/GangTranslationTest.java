package dev.coppice.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.topology.TopologyLevels;
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
            new GangTranslation(set, TopologyFixture.known(set), false)
                .ofBaseGang(3, GroupSizes.of(set, Stream.of(), _ -> true))
                .shared())
        .extracting(config -> config.name())
        .containsExactly("s-3-g-0", "s-3-g-1");
  }

  /** Rows give the group's key, what the group asks for, the router's and the worker's the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          none  | null | block | null | none [] {s-0-router=block/-} dc | none [] {} none
          block | null | none  | null | none [s-0-g-0=s-0-g-0-leader+s-0-g-0-worker:block/-, s-0-g-1=s-0-g-1-leader+s-0-g-1-worker:block/-] {} dc | block/- [] {} dc
          block | null | slot  | null | none [s-0-g-0=s-0-g-0-leader+s-0-g-0-worker:block/-, s-0-g-1=s-0-g-1-leader+s-0-g-1-worker:block/-] {s-0-router=slot/-} dc | block/- [] {} dc
          block | {topologyName: dc, pack: {required: rack}} | none | null | none [s-0-g-0=s-0-g-0-leader+s-0-g-0-worker:k/rack/-, s-0-g-1=s-0-g-1-leader+s-0-g-1-worker:k/rack/-] {} dc | k/rack/- [] {} dc
          block | {topologyName: dc, pack: {preferred: rack}} | none | null | none [s-0-g-0=s-0-g-0-leader+s-0-g-0-worker:block/k/rack, s-0-g-1=s-0-g-1-leader+s-0-g-1-worker:block/k/rack] {} dc | block/k/rack [] {} dc
          none  | {topologyName: dc, pack: {required: rack}} | block | {pack: {required: rack}} | none [s-0-g-0=s-0-g-0-leader+s-0-g-0-worker:k/rack/-, s-0-g-1=s-0-g-1-leader+s-0-g-1-worker:k/rack/-] {s-0-g-0-worker=k/rack/-, s-0-g-1-worker=k/rack/-, s-0-router=block/-} dc | k/rack/- [] {s-0-g-2-worker=k/rack/-} dc
          """)
  void of_groups_that_a_scheduler_keeps_in_domains_of_their_own(
      String group, String ofGroup, String router, String worker, String base, String scaled) {
    PodCliqueSet set = TopologyFixture.exclusive(group, router, ofGroup, worker);
    SetTopology known = new SetTopology.Known(new TopologyLevels(TopologyFixture.binding("dc")));

    assertThat(text(kept(set, known).ofBaseGang(0, GroupSizes.of(set, Stream.of(), _ -> true))))
        .isEqualTo(base);
    assertThat(text(kept(set, known).ofScaledGang(0, group(set), 2))).isEqualTo(scaled);
    assertThat(base(set, TopologyFixture.missing(set)))
        .as("where the leader goes first")
        .isEqualTo("none [] {} none");
  }

  @Test
  void a_group_is_kept_in_its_domain_though_nobody_knows_the_topology() {
    PodCliqueSet set = TopologyFixture.exclusive("block", "none", ABSENT, ABSENT);

    assertThat(
            Stream.of(TopologyFixture.missing(set), TopologyFixture.disabled(set))
                .map(topology -> text(kept(set, topology).ofScaledGang(0, group(set), 2))))
        .containsOnly("block/- [] {} none");
  }

  private static GangTranslation kept(PodCliqueSet set, SetTopology topology) {
    return new GangTranslation(set, topology, true);
  }

  private static PodCliqueScalingGroupConfig group(PodCliqueSet set) {
    return set.getSpec().template().podCliqueScalingGroups().getFirst();
  }

  private static String base(PodCliqueSet set, SetTopology topology) {
    return text(
        new GangTranslation(set, topology, false)
            .ofBaseGang(0, GroupSizes.of(set, Stream.of(), _ -> true)));
  }

  private static String scaled(PodCliqueSet set, SetTopology topology) {
    return text(new GangTranslation(set, topology, false).ofScaledGang(0, group(set), 2));
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
