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

  /** A leader beside two subgroups of two, of which the second lacks a Ready pod. */
  private Sketch divided(int readyUnits) {
    Sketch divided =
        podClique("web", "c2")
            .replicas(6)
            .divided(2, "EXCLUDED")
            .subGroups("effectiveReplicas", 5)
            .subGroups("unalignedReplicas", 1)
            .subGroups("total", 2)
            .subGroups("ready", 1)
            .subGroups("readyUnits", readyUnits)
            .subGroups("scheduledUnits", 5)
            .subGroups("updatedUnits", 5)
            .status("replicas", 5)
            .status("readyReplicas", 4)
            .status("scheduledReplicas", 5)
            .status("updatedReplicas", 5)
            .label(Labels.POD_TEMPLATE_HASH, "v1-new");
    for (int index = 0; index < 5; index++) {
      Sketch pod =
          Sketch.pod("div-" + index, "d" + index, divided, index)
              .label(Labels.POD_TEMPLATE_HASH, "v1-new")
              .label(Labels.GROUP_WORKER_INDEX, Integer.toString(index))
              .boundTo("n1");
      if (index > 0) {
        pod.label(Labels.SUBGROUP_INDEX, Integer.toString((index - 1) / 2));
      }
      script.added(index == 3 ? pod : pod.ready());
    }
    return divided;
  }

  @Test
  void pods_of_a_divided_clique_are_counted_in_whole_subgroups() {
    script.added(divided(3));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_false_count_of_units_is_reported() {
    script.added(divided(4));

    assertThat(findings())
        .containsExactly("PodClique web reports subGroups.readyUnits 4 instead of 3");
  }

  @Test
  void a_clique_that_is_not_divided_has_no_subgroups_to_tell_of() {
    script.added(clique.subGroups("total", 1));

    assertThat(findings()).containsExactly("PodClique web reports subGroups true instead of false");
  }
}
