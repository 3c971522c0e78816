package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnlyAllowedNamesTest {

  private final Script script = new Script();
  private final Sketch clique = podClique("web", "c1").replicas(2);
  private final Sketch first = pod("p0", 0, "");

  private Sketch pod(String uid, int index, String youngest) {
    return Sketch.pod(
        NextPodName.of("web", "c1", Integer.toString(index), youngest, ""), uid, clique, index);
  }

  private List<Violation> violations() {
    return new OnlyAllowedNames().check(script.recording());
  }

  @Test
  void the_first_pod_of_an_index_has_the_name_of_an_empty_index() {
    script.added(clique, first);

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_name_may_derive_from_any_earlier_pod_of_the_index() {
    script.added(clique, first).deleted(first);
    script.added(pod("p1", 0, "p0")).added(pod("p2", 0, "p0")).added(pod("p3", 0, "p1"));

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_name_out_of_thin_air_is_reported() {
    script.added(clique, Sketch.pod("web-0-xxxxx", "p0", clique, 0));

    assertThat(violations())
        .singleElement()
        .extracting(Violation::finding)
        .asString()
        .contains("web-0-xxxxx", "index 0");
  }

  @Test
  void a_name_that_derives_from_a_pod_of_another_index_is_reported() {
    script.added(clique, first, pod("p1", 1, "p0"));

    assertThat(violations()).hasSize(1);
  }

  @Test
  void a_name_that_derives_from_a_later_pod_is_reported() {
    script.added(clique, pod("p1", 0, "p2"), pod("p2", 0, ""));

    assertThat(violations()).hasSize(1);
  }

  @Test
  void nothing_is_said_when_the_podclique_is_older_than_the_recording() {
    script.listed(clique).added(pod("p1", 0, "unseen"));

    assertThat(violations()).isEmpty();
  }

  @Test
  void nothing_is_said_when_an_earlier_pod_may_have_been_missed() {
    script.added(clique).missing("Pod", () -> {}).added(pod("p1", 0, "unseen"));

    assertThat(violations()).isEmpty();
  }
}
