package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.pod;
import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoIndexTwiceTest {

  private final Script script = new Script();
  private final Sketch clique = podClique("web", "c1").replicas(2);
  private final Sketch pod = pod("web-0-a", "p0", clique, 0);
  private final Sketch twin = pod("web-0-b", "p1", clique, 0);

  private List<Violation> violations() {
    return new NoIndexTwice().check(script.recording());
  }

  @Test
  void two_live_pods_at_one_index_are_reported_once() {
    script.added(pod, twin).modified(pod.ready()).modified(twin.ready());

    assertThat(violations())
        .singleElement()
        .extracting(Violation::finding)
        .isEqualTo("pods web-0-a and web-0-b of PodClique web both live at index 0");
  }

  @Test
  void different_indices_are_allowed() {
    script.added(pod, pod("web-1-a", "p2", clique, 1));

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_replacement_may_come_while_its_predecessor_terminates() {
    script.added(pod).modified(pod.terminating()).added(twin).deleted(pod);

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_replacement_may_come_when_its_predecessor_has_ended() {
    script.added(pod).modified(pod.phase("Succeeded")).added(twin);

    assertThat(violations()).isEmpty();
  }

  @Test
  void podcliques_of_one_name_but_different_uid_do_not_meet() {
    script.added(pod, pod("web-0-b", "p1", podClique("web", "c2"), 0));

    assertThat(violations()).isEmpty();
  }

  @Test
  void attempts_of_a_training_job_do_not_meet() {
    script.added(
        pod.label("grove.io/restart-attempt", "1"), twin.label("grove.io/restart-attempt", "2"));

    assertThat(violations()).isEmpty();
  }

  @Test
  void nothing_is_said_of_pods_that_appeared_in_a_gap() {
    script.added(pod).missing("Pod", () -> script.listed(twin).deleted(pod));

    assertThat(violations()).isEmpty();
  }
}
