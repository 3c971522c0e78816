package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Node;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What nodes tell the cliques whose pods terminate on them. */
class CliqueNodesTest {

  private static final CliqueWatches WATCHES = new CliqueWatches();
  private static final PodClique CLIQUE =
      TestYaml.read("metadata: {name: x-0-a, namespace: ai}", PodClique.class);

  private static Node node(String ready) {
    return TestYaml.read(
        "{metadata: {name: n}, status: {conditions: [{type: Ready, status: '%s'}]}}"
            .formatted(ready),
        Node.class);
  }

  @ParameterizedTest
  @CsvSource({
    "True, Unknown, true",
    "Unknown, True, true",
    "Unknown, False, false",
    "True, True, false"
  })
  void are_told_when_it_stops_or_begins_to_answer(String before, String now, boolean told) {
    assertThat(WATCHES.changed(node(now), node(before))).isEqualTo(told);
    assertThat(WATCHES.reaches(CLIQUE, node(now), node(before))).isEqualTo(told);
    assertThat(WATCHES.relates(CLIQUE, node(now))).isTrue();
  }
}
