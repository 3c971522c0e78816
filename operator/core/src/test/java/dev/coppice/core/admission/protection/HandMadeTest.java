package dev.coppice.core.admission.protection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.testing.TestYaml;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandMadeTest {

  private final Admission admission = new Admission(RuleTable.EVERYTHING_ON, new KnownObjects());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{metadata: {name: x}}",
        "{metadata: {labels: {}}}",
        "{metadata: {labels: {app.kubernetes.io/managed-by: Helm, app.kubernetes.io/part-of: x}}}",
      })
  void what_does_not_bear_the_operators_label_is_refused_in_favour_of_a_set(String yaml) {
    String detail =
        "metadata.labels: Forbidden: a %s is made by the operator, from a PodCliqueSet: create a PodCliqueSet instead; one from a backup bears app.kubernetes.io/managed-by=grove-operator";

    assertThat(admission.onCreate(TestYaml.read(yaml, PodClique.class)).message())
        .isEqualTo(detail.formatted("PodClique"));
    assertThat(admission.onCreate(TestYaml.read(yaml, PodCliqueScalingGroup.class)).message())
        .isEqualTo(detail.formatted("PodCliqueScalingGroup"));
  }

  @Test
  void what_the_operator_makes_or_a_backup_restores_is_allowed() {
    PodClique clique = TestYaml.read("{metadata: {name: x}}", PodClique.class);
    PodCliqueScalingGroup group =
        TestYaml.read("{metadata: {name: x}}", PodCliqueScalingGroup.class);
    Map<String, String> labels = ChildLabels.common("llm");
    clique.getMetadata().setLabels(labels);
    group.getMetadata().setLabels(labels);

    assertThat(admission.onCreate(clique).isAllowed()).isTrue();
    assertThat(admission.onCreate(group).isAllowed()).isTrue();
  }
}
