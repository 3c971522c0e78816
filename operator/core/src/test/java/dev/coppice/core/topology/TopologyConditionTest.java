package dev.coppice.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSet;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows give what the set and a member ask for, what is known, and what is told. */
class TopologyConditionTest {

  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  private static final String CONSTRAINT = "{topologyName: dc, pack: {required: zone}}";

  enum Situation {
    DISABLED,
    MISSING,
    KNOWN
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {topologyName: dc, pack: {required: zone}} | null | DISABLED | Unknown | TopologyAwareSchedulingDisabled | topology-aware scheduling is not enabled in the operator's configuration; PodGangs are without the 1 level asked for: zone
          null | {packDomain: rack} | DISABLED | Unknown | TopologyAwareSchedulingDisabled | topology-aware scheduling is not enabled in the operator's configuration; PodGangs are without the 1 level asked for: rack
          null | null | KNOWN | False | AllClusterTopologyLevelsAvailable | the set asks for no level of a topology
          {pack: {required: zone}} | {pack: {preferred: rack}} | KNOWN | Unknown | TopologyNameMissing | no topologyConstraint has a topologyName; PodGangs are without the 2 levels asked for: zone, rack
          {topologyName: dc, pack: {required: zone}} | null | MISSING | Unknown | ClusterTopologyNotFound | there is no ClusterTopologyBinding dc; PodGangs are without the 1 level asked for: zone
          {topologyName: other, pack: {required: zone}} | null | KNOWN | Unknown | ClusterTopologyNotFound | there is no ClusterTopologyBinding other; PodGangs are without the 1 level asked for: zone
          {topologyName: dc, pack: {required: zone, preferred: row}} | {pack: {required: host}} | KNOWN | True | ClusterTopologyLevelsUnavailable | the ClusterTopologyBinding dc lacks 2 of the 3 levels asked for: row, host; it has: zone, rack
          {topologyName: dc, pack: {required: zone}} | {pack: {required: rack, preferred: zone}} | KNOWN | False | AllClusterTopologyLevelsAvailable | the ClusterTopologyBinding dc has the 2 levels asked for: zone, rack
          """)
  void tells(
      String set, String worker, Situation situation, String status, String reason, String text) {
    PodCliqueSet asking =
        TopologyFixture.set(set, TopologyFixture.ABSENT, TopologyFixture.ABSENT, worker);

    assertThat(in(List.of(), asking, situation, NOW))
        .singleElement()
        .returns(ConditionTypes.TOPOLOGY_LEVELS_UNAVAILABLE, Condition::getType)
        .returns(status, Condition::getStatus)
        .returns(reason, Condition::getReason)
        .returns(text, Condition::getMessage)
        .returns(7L, Condition::getObservedGeneration)
        .returns(NOW.toString(), Condition::getLastTransitionTime);
  }

  @Test
  void tells_nothing_where_nobody_asks_and_nothing_is_asked_for() {
    PodCliqueSet asking = set(CONSTRAINT);
    List<Condition> before = in(List.of(), asking, Situation.KNOWN, NOW);

    assertThat(in(before, set(TopologyFixture.ABSENT), Situation.DISABLED, NOW)).isEmpty();
  }

  @Test
  void stays_as_it_is_while_nothing_changes() {
    List<Condition> before = in(List.of(), set(CONSTRAINT), Situation.KNOWN, NOW);

    assertThat(in(before, set(CONSTRAINT), Situation.KNOWN, NOW.plusSeconds(9))).isEqualTo(before);
  }

  @Test
  void quotes_no_more_of_a_level_than_is_read() {
    String many = "z".repeat(60);
    PodCliqueSet asking =
        set("{topologyName: dc, pack: {required: %s}}".formatted(many.repeat(600)));

    assertThat(in(List.of(), asking, Situation.KNOWN, NOW))
        .singleElement()
        .satisfies(condition ->
            assertThat(condition.getMessage())
                .contains(many.repeat(4) + "z".repeat(15) + "…")
                .hasSizeLessThan(600));
  }

  private static PodCliqueSet set(String constraint) {
    return TopologyFixture.set(
        constraint, TopologyFixture.ABSENT, TopologyFixture.ABSENT, TopologyFixture.ABSENT);
  }

  private static List<Condition> in(
      List<Condition> before, PodCliqueSet set, Situation situation, Instant now) {
    SetTopology topology =
        switch (situation) {
          case DISABLED -> TopologyFixture.disabled(set);
          case MISSING -> TopologyFixture.missing(set);
          case KNOWN -> TopologyFixture.known(set);
        };
    return TopologyCondition.setIn(before, set, topology, now);
  }
}
