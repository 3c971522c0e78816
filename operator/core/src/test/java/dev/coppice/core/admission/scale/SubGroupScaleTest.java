package dev.coppice.core.admission.scale;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.testing.TestYaml;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** To what PodCliques scale whose pods are divided into subgroups. */
class SubGroupScaleTest {

  private final KnownObjects known =
      new KnownObjects()
          .add(
              SampleSet.valid()
                  .with("/spec/template/cliques/0/spec/replicas", "8")
                  .with("/spec/template/cliques/0/spec/minAvailable", "4")
                  .with("/spec/template/cliques/0/spec/autoScalingConfig", SampleSet.ABSENT)
                  .with("/spec/template/cliques/0/spec/subGroupPolicy", "{subGroupSize: 4}")
                  .with(
                      "/spec/template/podCliqueScalingGroups/0/subGroupPolicy", "{subGroupSize: 2}")
                  .set())
          .add(clique("llm-0-router", 8, "{app.kubernetes.io/part-of: llm}"))
          .add(
              clique(
                  "llm-0-decode-0-worker",
                  3,
                  "{app.kubernetes.io/part-of: llm, grove.io/podcliquescalinggroup: llm-0-decode}"));
  private final Admission admission = new Admission(RuleTable.EVERYTHING_ON, known);

  private static PodClique clique(String name, int replicas, String labels) {
    return TestYaml.read(
        """
        metadata: {namespace: serving, name: %s, labels: %s}
        spec: {replicas: %d, podSpec: {containers: []}}
        """
            .formatted(name, labels, replicas),
        PodClique.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          llm-0-router | 12 |
          llm-0-router | 9  |
          llm-0-router | 8  |
          llm-0-router | 5  |
          llm-0-router | 4  |
          llm-0-router | 0  |
          llm-0-router | 3  | spec.replicas: Invalid value: 3: must be 0 or not less than minAvailable (4), as the pods are divided into subgroups of 4
          llm-0-router | 1  | spec.replicas: Invalid value: 1: must be 0 or not less than minAvailable (4), as the pods are divided into subgroups of 4
          llm-0-router | -1 | spec.replicas: Invalid value: -1: must be greater than or equal to 0
          llm-0-decode-0-worker | 3 |
          llm-0-decode-0-worker | 4 | spec.replicas: Invalid value: 4: field is immutable: the pods of scaling group decode are divided
          llm-0-decode-0-worker | 0 | spec.replicas: Invalid value: 0: field is immutable: the pods of scaling group decode are divided
          """)
  void to_whatever_an_autoscaler_asks_for_unless_it_could_do_no_work(
      String clique, int replicas, @Nullable String violation) {
    RuleTable.verify(
        admission.onScale(ScalableKind.POD_CLIQUE, "serving", clique, replicas), violation);
  }
}
