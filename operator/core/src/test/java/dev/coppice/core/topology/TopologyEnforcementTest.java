package dev.coppice.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.PodGang;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.TopologySupport;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.testing.TestYaml;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyEnforcementTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:00:00Z");
  private static final TopologySupport BY_PLACEMENT = new NativeGangs(true).topologies();

  private static PodGang gang(String placements) {
    return TestYaml.read(
        """
        metadata: {name: x-0, namespace: ai, uid: g}
        spec:
          topologyConstraint: {packConstraint: {required: zone, preferred: host}}
          topologyConstraintGroupConfigs:
          - {name: s, podGroupNames: [b, c], topologyConstraint: {packConstraint: {required: rack}}}
          podgroups:
          - {name: a, podReferences: [], minReplicas: 1, topologyConstraint: {packConstraint: {required: host}}}
          - {name: b, podReferences: [], minReplicas: 1}
          - {name: c, podReferences: [], minReplicas: 1}
        status: {podGroups: [%s]}
        """
            .formatted(placements),
        PodGang.class);
  }

  private static String placement(String state, String... cliques) {
    return "{name: q-%s, minCount: 1, %s, podCliques: [%s]}"
        .formatted(
            cliques[0],
            state,
            String.join(
                ", ",
                List.of(cliques).stream()
                    .map(name -> "{name: %s, uid: u, members: 1}".formatted(name))
                    .toList()));
  }

  private static List<String> lacking(String placements) {
    return TopologyEnforcement.of(gang(placements), BY_PLACEMENT).lacking();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          not placed yet        | topologyKey: zone                             | true
          placed                | topologyKey: zone, placed: true, domain: west | true
          placed nobody knows where | topologyKey: zone, placed: true           | false
          told of something else    | topologyKey: rack                         | false
          told of nothing           | placed: true                              | false
          """)
  void a_constraint_of_the_gang_is_kept_by_what_is_recorded(
      String name, String state, boolean isKept) {
    assertThat(lacking(placement(state, "a", "b", "c")).contains("required zone of the gang"))
        .isEqualTo(!isKept);
  }

  @Test
  void the_others_are_named_in_their_order() {
    assertThat(lacking(placement("topologyKey: zone", "a", "b", "c")))
        .containsExactly("preferred host of the gang", "required rack of s", "required host of a");
  }

  @Test
  void constraints_of_parts_are_kept_by_placements_of_these_parts() {
    String parts =
        placement("topologyKey: host", "a") + ", " + placement("topologyKey: rack", "b", "c");

    assertThat(lacking(parts))
        .containsExactly("required zone of the gang", "preferred host of the gang");
  }

  @Test
  void several_placements_keep_what_spans_all_of_them() {
    String joined =
        placement("topologyKey: zone, placed: true, domain: west", "a", "b", "c")
            + ", "
            + placement("topologyKey: zone, domain: west", "b", "c");

    assertThat(lacking(joined)).doesNotContain("required zone of the gang");
  }

  @Test
  void one_that_a_placement_holds_in_part_is_not_kept() {
    String overlapping =
        placement("topologyKey: rack", "a", "b") + ", " + placement("topologyKey: rack", "c");

    assertThat(lacking(overlapping)).contains("required rack of s");
  }

  @Test
  void a_scheduler_without_topologies_keeps_none_and_kai_all() {
    PodGang gang = gang(placement("topologyKey: zone", "a", "b", "c"));
    TopologyEnforcement none = TopologyEnforcement.of(gang, new DefaultScheduler().topologies());

    assertThat(none.lacking()).hasSize(4).startsWith("required zone of the gang");
    assertThat(TopologyEnforcement.of(gang, new NativeGangs(false).topologies()).lacking())
        .hasSize(4);
    assertThat(TopologyEnforcement.of(gang, new KaiScheduler().topologies()).isComplete()).isTrue();
    assertThat(none.setIn(List.of(), NOW))
        .singleElement()
        .returns("TopologyNotEnforced", one -> one.getType())
        .returns("SchedulerWithoutTopologies", one -> one.getReason())
        .returns(
            "default-scheduler is told of no gang, and of no topology; not kept: required zone of"
                + " the gang, preferred host of the gang, required rack of s, required host of a",
            one -> one.getMessage());
    assertThat(
            TopologyEnforcement.of(gang, TopologySupport.ALL)
                .setIn(none.setIn(List.of(), NOW), NOW))
        .isEmpty();
  }
}
