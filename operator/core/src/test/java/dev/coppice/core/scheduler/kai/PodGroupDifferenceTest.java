package dev.coppice.core.scheduler.kai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.testing.TestYaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is ours in a PodGroup comes back, and what is KAI's stays. */
class PodGroupDifferenceTest {

  private static final String METADATA =
      "name: llm-0, resourceVersion: '7', labels: {a: b, kai.scheduler/queue: team}, annotations: {n: x}";
  private static final String SPEC =
      """
      minMember: 5, queue: team, priorityClassName: high,
      topologyConstraint: {topology: dc, requiredTopologyLevel: zone},
      subGroups: [{name: g, minSubGroup: 1}, {name: a, minMember: 5, parent: g}]\
      """;

  private static KaiPodGroup group(String metadata, String spec) {
    return TestYaml.read(
        "{metadata: {%s}, spec: {%s}}".formatted(metadata, spec), KaiPodGroup.class);
  }

  private static String difference(String wantedMetadata, String wantedSpec, KaiPodGroup live) {
    return PodGroupDifference.of(group(wantedMetadata, wantedSpec), live).operations().toString();
  }

  @Test
  void nothing_changes_at_rest() {
    assertThat(difference(METADATA, SPEC, group(METADATA, SPEC))).isEqualTo("[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          kai.scheduler/queue: team                                 | markUnschedulable: true, schedulingBackoff: -1
          kai.scheduler/queue: other, kai.scheduler/node-pool: fast | preemptibility: preemptible
          more: labels                                              | podGroupNumber: 3
          """)
  void what_kai_and_others_have_written_stays(String labels, String spec) {
    KaiPodGroup live =
        group(
            "name: llm-0, labels: {a: b, %s}, annotations: {n: x, more: y}".formatted(labels),
            SPEC.replace("queue: team", "queue: moved") + ", " + spec);

    assertThat(difference(METADATA, SPEC, live)).isEqualTo("[]");
  }

  @Test
  void empty_values_are_as_good_as_absent_ones() {
    KaiPodGroup live =
        group(
            METADATA,
            """
            minMember: 5, queue: team, priorityClassName: '', topologyConstraint: {},
            subGroups: [{name: a, minMember: 5, parent: '', topologyConstraint: {topology: ''}}]\
            """);

    assertThat(
            difference(
                METADATA, "minMember: 5, queue: team, subGroups: [{name: a, minMember: 5}]", live))
        .isEqualTo("[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          minMember: 5, queue        | minMember: 6, queue        | {"op":"add","path":"/spec/minMember","value":6}
          priorityClassName: high,   |                            | {"op":"remove","path":"/spec/priorityClassName"}
          priorityClassName: high    | priorityClassName: low     | {"op":"add","path":"/spec/priorityClassName","value":"low"}
          zone                       | rack                       | {"op":"add","path":"/spec/topologyConstraint","value":{"topology":"dc","requiredTopologyLevel":"rack"}}
          topologyConstraint: {topology: dc, requiredTopologyLevel: zone}, | | {"op":"remove","path":"/spec/topologyConstraint"}
          {name: a, minMember: 5, parent: g} | {name: a, minMember: 5} | {"op":"add","path":"/spec/subGroups","value":[{"name":"g","minSubGroup":1},{"name":"a","minMember":5}]}
          queue: team                | queue: other               |
          """)
  void what_is_asked_for_otherwise_changes(String of, String into, String operation) {
    String wanted = SPEC.replace(of, into == null ? "" : into);
    assertThat(wanted).isNotEqualTo(SPEC);

    assertThat(difference(METADATA, wanted, group(METADATA, SPEC)))
        .isEqualTo("[%s]".formatted(operation == null ? "" : operation));
  }

  @Test
  void a_level_that_is_asked_for_no_more_goes() {
    KaiPodGroup live =
        group(METADATA, SPEC.replace("zone}", "zone, preferredTopologyLevel: rack}"));

    assertThat(difference(METADATA, SPEC, live))
        .isEqualTo(
            "[{\"op\":\"add\",\"path\":\"/spec/topologyConstraint\",\"value\":"
                + "{\"topology\":\"dc\",\"requiredTopologyLevel\":\"zone\"}}]");
  }

  @Test
  void labels_and_annotations_that_are_missing_or_other_are_set() {
    KaiPodGroup live = group("name: llm-0, labels: {a: c}, annotations: {more: y}", SPEC);

    assertThat(difference(METADATA, SPEC, live))
        .isEqualTo(
            "[{\"op\":\"add\",\"path\":\"/metadata/labels/a\",\"value\":\"b\"},"
                + "{\"op\":\"add\",\"path\":\"/metadata/annotations/n\",\"value\":\"x\"}]");
  }

  @Test
  void what_was_copied_once_goes_and_what_kai_writes_stays() {
    KaiPodGroup live =
        group(
            """
            name: llm-0, labels: {a: b, gone: l, kai.scheduler/queue: moved},
            annotations: {n: x, big: y, more: z, kai.scheduler/last-start-timestamp: t,
              grove.io/copied-labels: 'a,gone,kai.scheduler/queue',
              grove.io/copied-annotations: 'big,kai.scheduler/last-start-timestamp,n'}\
            """,
            SPEC);

    assertThat(
            difference(
                """
                name: llm-0, labels: {a: b},
                annotations: {n: x, grove.io/copied-labels: a, grove.io/copied-annotations: n}\
                """,
                SPEC,
                live))
        .isEqualTo(
            "[{\"op\":\"remove\",\"path\":\"/metadata/labels/gone\"},"
                + "{\"op\":\"remove\",\"path\":\"/metadata/annotations/big\"},"
                + "{\"op\":\"add\",\"path\":\"/metadata/annotations/grove.io~1copied-annotations\",\"value\":\"n\"},"
                + "{\"op\":\"add\",\"path\":\"/metadata/annotations/grove.io~1copied-labels\",\"value\":\"a\"}]");
  }

  @Test
  void a_spec_that_somebody_took_away_comes_back() {
    KaiPodGroup live = TestYaml.read("{metadata: {%s}}".formatted(METADATA), KaiPodGroup.class);

    assertThat(difference(METADATA, "minMember: 1", live))
        .isEqualTo("[{\"op\":\"add\",\"path\":\"/spec\",\"value\":{\"minMember\":1}}]");
  }

  @Test
  void a_status_is_not_read() {
    KaiPodGroup live =
        TestYaml.read(
            "{metadata: {%s}, spec: {%s}, status: {running: 3, conditions: [{type: X}]}}"
                .formatted(METADATA, SPEC),
            KaiPodGroup.class);

    assertThat(live.getStatus()).isNull();
    assertThat(difference(METADATA, SPEC, live)).isEqualTo("[]");
  }
}
