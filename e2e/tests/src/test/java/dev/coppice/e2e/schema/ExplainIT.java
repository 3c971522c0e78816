package dev.coppice.e2e.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who wonders what a field means asks the API server. */
@OnCoppice
class ExplainIT {

  @ParameterizedTest
  @CsvSource({
    "pcs.spec, PodCliqueSet, template",
    "pcs.spec.template.cliques.spec.minAvailable, PodCliqueSet, integer",
    "pcs.spec.template.podCliqueScalingGroups, PodCliqueSet, cliqueNames",
    "pcs.status.updateProgress, PodCliqueSet, updatedPodCliquesCount",
    "pclq.spec.podSpec, PodClique, containers",
    "pclq.status.podFailures, PodClique, index",
    "pcs.status.replicaDeletions, PodCliqueSet, podCliques",
    "pcsg.spec, PodCliqueScalingGroup, minAvailable",
    "podgangs.spec.podgroups, PodGang, podReferences",
    "clustertopologybindings.spec.levels, ClusterTopologyBinding, domain"
  })
  void tells_what_a_field_is_for(String field, String kind, String word, Kubectl kubectl) {
    String explanation = kubectl.run("explain", field).out();

    assertThat(explanation).containsPattern("KIND: +" + kind + "\n").contains(word);
    assertThat(explanation.substring(explanation.indexOf("DESCRIPTION:")))
        .doesNotContain("DESCRIPTION:\n    <empty>")
        .containsPattern("^DESCRIPTION:\n    \\w");
  }
}
