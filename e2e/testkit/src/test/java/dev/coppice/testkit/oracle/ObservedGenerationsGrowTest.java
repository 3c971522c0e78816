package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedGenerationsGrowTest {

  private final Script script = new Script();
  private final Sketch clique = podClique("web", "c1").generation(5);

  private List<String> findings() {
    return new ObservedGenerationsGrow()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void growing_and_equal_generations_are_allowed() {
    script.added(clique).modified(clique.observed(3)).modified(clique.observed(3));
    script.modified(clique.observed(5).condition("Available", "True", 4));
    script.modified(clique.condition("Available", "True", 5));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_status_that_goes_back_is_reported() {
    script.added(clique.observed(4)).modified(clique.observed(3));

    assertThat(findings())
        .containsExactly("PodClique web: status.observedGeneration went from 4 back to 3");
  }

  @Test
  void a_condition_that_goes_back_is_reported() {
    script.added(clique.condition("Available", "True", 4));
    script.modified(clique.condition("Available", "False", 3));

    assertThat(findings())
        .containsExactly(
            "PodClique web: observedGeneration of condition Available went from 4 back to 3");
  }

  @Test
  void a_condition_that_goes_back_after_it_was_absent_is_reported() {
    script.added(clique.condition("Available", "True", 4));
    script.modified(clique.condition("Supported", "True", 4));
    script.modified(clique.condition("Available", "True", 3));

    assertThat(findings()).hasSize(1);
  }

  @Test
  void a_status_ahead_of_its_object_is_reported() {
    script.added(clique.observed(6));

    assertThat(findings())
        .containsExactly(
            "PodClique web: status.observedGeneration is 6, the object's generation 5");
  }

  @Test
  void an_object_made_again_starts_anew() {
    script.added(clique.observed(4)).deleted(clique);
    script.added(podClique("web", "c2").observed(1));

    assertThat(findings()).isEmpty();
  }

  @Test
  void pods_are_the_affair_of_their_kubelet() {
    Sketch pod = Sketch.pod("web-0-a", "p0", clique, 0);
    script.added(pod.observed(3)).modified(pod.observed(1));

    assertThat(findings()).isEmpty();
  }
}
