package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.pod;
import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class CliquesHaveTheirPodsTest {

  private final Script script = new Script();
  private final Sketch clique = podClique("web", "c1").replicas(1);
  private final Sketch first = pod("web-0-a", "p0", clique, 0);
  private final Sketch second = pod("web-1-a", "p1", clique, 1);

  private List<String> findings() {
    return new CliquesHaveTheirPods()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void as_many_live_pods_as_asked_for_are_in_order() {
    script.added(clique, first, second.phase("Failed"));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_pod_too_few_is_reported() {
    script.added(clique.replicas(2), first);

    assertThat(findings()).containsExactly("PodClique web asks for 2 pods and has 1");
  }

  @Test
  void failures_explain_a_pod_too_few() {
    clique.replicas(2).podFailure(1);
    script.added(clique, first);

    assertThat(findings()).isEmpty();
  }

  @Test
  void errors_explain_a_pod_too_few_but_not_one_too_many() {
    script.added(clique.lastError("ERR"), first, second);

    assertThat(findings()).containsExactly("PodClique web asks for 1 pods and has 2");
  }
}
