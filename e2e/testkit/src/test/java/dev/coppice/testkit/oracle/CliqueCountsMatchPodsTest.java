package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CliqueCountsMatchPodsTest {

  private final Script script = new Script();
  private final Sketch clique =
      podClique("web", "c1")
          .status("replicas", 3)
          .status("readyReplicas", 1)
          .status("scheduledReplicas", 2)
          .status("scheduleGatedReplicas", 1)
          .status("updatedReplicas", 2)
          .label(Labels.POD_TEMPLATE_HASH, "v1-new");

  private Sketch pod(int index) {
    return Sketch.pod("web-" + index, "p" + index, clique, index)
        .label(Labels.POD_TEMPLATE_HASH, "v1-new");
  }

  /** Three pods that count, and three that do not, although each of them looks fine. */
  @BeforeEach
  void pods() {
    script.added(
        pod(0).boundTo("n1").ready(),
        pod(1).boundTo("n1"),
        pod(2).gated().label(Labels.POD_TEMPLATE_HASH, "v1-old"),
        pod(3).boundTo("n1").ready().terminating(),
        pod(4).boundTo("n1").ready().phase("Failed"),
        Sketch.pod("web-5", "p5", podClique("web", "earlier"), 5).boundTo("n1").ready());
  }

  private List<String> findings() {
    return new CliqueCountsMatchPods()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void true_counts_are_allowed() {
    script.added(clique);

    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "replicas,3",
    "readyReplicas,1",
    "scheduledReplicas,2",
    "scheduleGatedReplicas,1",
    "updatedReplicas,2"
  })
  void a_false_count_is_reported(String field, int counted) {
    script.added(clique.status(field, 7));

    assertThat(findings())
        .containsExactly("PodClique web reports %s 7 instead of %d".formatted(field, counted));
  }

  @Test
  void pods_are_not_updated_because_the_status_names_their_template() {
    script.added(clique.status("currentPodTemplateHash", "v1-old").status("updatedReplicas", 1));

    assertThat(findings()).containsExactly("PodClique web reports updatedReplicas 1 instead of 2");
  }

  @Test
  void counts_along_the_way_do_not_matter() {
    script.added(clique.status("replicas", 1)).modified(clique.status("replicas", 3));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_podclique_on_its_way_out_is_left_alone() {
    script.added(clique.status("replicas", 7).terminating());

    assertThat(findings()).isEmpty();
  }
}
