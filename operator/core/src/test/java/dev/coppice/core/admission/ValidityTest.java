package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidityTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Validity validity = Validity.standard();
  private final PodCliqueSet set = Defaults.of(SampleSet.valid().set());

  // 2 x (2 + 2 x (1 + 3)) = 20 pods by the template.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|",
        "2|",
        "99982|",
        "99983| spec.replicas: Invalid value: 99983: the set would have 100001 pods; at most 10000 are"
            + " allowed",
        "-1| spec.replicas: Invalid value: -1: must be greater than or equal to 0"
      })
  void bounds_the_pods_of_a_clique(int replicas, String message) {
    PodClique clique =
        TestYaml.read(
            """
            metadata: {name: llm-1-router, labels: {app.kubernetes.io/part-of: llm}}
            spec: {replicas: %d, podSpec: {containers: []}}
            """
                .formatted(replicas),
            PodClique.class);

    Findings findings = validity.of(clique, set);

    assertThat(findings.message()).isEqualTo(message == null ? "" : message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|",
        "2|",
        "24997|",
        "24998| spec.replicas: Invalid value: 24998: the set would have 100004 pods; at most 10000 are"
            + " allowed",
        "-1| spec.replicas: Invalid value: -1: must be greater than or equal to 0"
      })
  void bounds_the_replicas_of_a_group(int replicas, String message) {
    PodCliqueScalingGroup group =
        TestYaml.read(
            """
            metadata: {name: llm-1-decode, labels: {app.kubernetes.io/part-of: llm}}
            spec: {replicas: %d, cliqueNames: [leader, worker]}
            """
                .formatted(replicas),
            PodCliqueScalingGroup.class);

    Findings findings = validity.of(group, set);

    assertThat(findings.message()).isEqualTo(message == null ? "" : message);
  }

  @ParameterizedTest
  @CsvSource({
    "/spec/replicas,                                     2,              true",
    "/spec/replicas,                                     0,              true",
    "/spec/replicas,                                     2000000000,     false",
    "/spec/template/cliques/0/spec/replicas,             2000000000,     false",
    "/spec/template/cliques/0/spec/podSpec,              (absent),       false",
    "/spec/template/podCliqueScalingGroups/0/replicas,   2000000000,     false",
    "/spec/template/cliques/0/spec/podSpec/schedulerName, volcano,       true"
  })
  void tells_whether_children_can_be_planned(String pointer, String value, boolean workable) {
    PodCliqueSet changed = Defaults.of(SampleSet.valid().with(pointer, value).set());

    assertThat(validity.isWorkable(changed)).isEqualTo(workable);
  }

  @Test
  void counts_copies_of_nothing() {
    PodCliqueSet changed =
        Defaults.of(
            SampleSet.valid()
                .with(
                    "/spec/template/podCliqueScalingGroups/-",
                    "{name: none, cliqueNames: [], replicas: 2000000000}")
                .set());

    assertThat(validity.isWorkable(changed)).isFalse();
    assertThat(validity.of(changed).message()).contains("at most 10000 are allowed");
  }

  @Test
  void keeps_the_message_of_a_condition_below_the_limit_of_kubernetes() {
    Findings.Collector found = new Findings.Collector();
    for (int i = 0; i < 90; i++) {
      found.invalid(FieldPath.of("spec").index(i), "\ud83d\ude00".repeat(1_000), "l".repeat(100));
    }
    set.getMetadata().setGeneration(1L);

    List<Condition> conditions = ValidCondition.set(List.of(), found.findings(), set, NOW);

    String message = Conditions.find(conditions, ConditionTypes.VALID).orElseThrow().getMessage();
    assertThat(message.codePointCount(0, message.length())).isEqualTo(32_768);
    assertThat(message).endsWith("…");
    assertThat(Character.isHighSurrogate(message.charAt(message.length() - 2))).isFalse();
  }
}
