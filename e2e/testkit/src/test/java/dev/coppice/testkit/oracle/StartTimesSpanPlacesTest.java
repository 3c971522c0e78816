package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartTimesSpanPlacesTest {

  private static final String FIRST = "2026-01-02T10:00:00Z";
  private static final String SECOND = "2026-01-02T11:00:00Z";

  private final Script script = new Script();
  private final Sketch clique = Sketch.podClique("x-0-a", "a");

  private List<String> findings() {
    return new StartTimesSpanPlaces()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  private Sketch pod(String name) {
    return Sketch.pod(name, name, clique, 0).label(Labels.POD_GANG, "x-0");
  }

  private Sketch gang() {
    return Sketch.podGang("x-0", "g", clique);
  }

  private Sketch begun(String start) {
    return gang().status("startTime", start);
  }

  @Test
  void a_gang_may_begin_again_after_its_last_pod_has_lost_its_node() {
    script.added(pod("p").boundTo("n"), begun(FIRST));
    script.deleted(pod("p").boundTo("n")).modified(gang());
    script.added(pod("q").boundTo("n")).modified(begun(SECOND));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_start_that_moves_under_a_pod_that_stays_is_reported() {
    script.added(pod("p").boundTo("n"), begun(FIRST)).modified(begun(SECOND));

    assertThat(findings())
        .containsExactly(
            "PodGang x-0 began at %s, then at %s, and 1 of its pods kept their nodes"
                .formatted(FIRST, SECOND));
  }

  @Test
  void one_that_is_taken_and_given_anew_is_reported_too() {
    script.added(pod("p").boundTo("n"), begun(FIRST)).modified(gang(), begun(SECOND));

    assertThat(findings()).hasSize(1);
  }

  @Test
  void pods_hand_the_place_of_their_gang_on_to_one_another() {
    script.added(pod("p").boundTo("n"), begun(FIRST), pod("q").boundTo("n"));
    script.deleted(pod("p").boundTo("n")).modified(begun(SECOND));

    assertThat(findings()).hasSize(1);
  }

  @Test
  void one_that_came_when_all_others_had_gone_hands_on_nothing() {
    script.added(pod("p").boundTo("n"), pod("q"), begun(FIRST));
    script.modified(pod("p").boundTo("n").terminating(), pod("q").boundTo("n"));
    script.modified(begun(SECOND));

    assertThat(findings()).isEmpty();
  }

  @Test
  void the_next_gang_of_the_name_begins_when_it_does() {
    script.added(pod("p").boundTo("n"), begun(FIRST)).deleted(begun(FIRST));
    script.added(begun(SECOND));

    assertThat(findings()).isEmpty();
  }

  @Test
  void where_pods_may_have_been_missed_nothing_is_reported() {
    script.added(pod("p").boundTo("n"), begun(FIRST));
    script.missing("Pod", () -> {});
    script.modified(begun(SECOND));

    assertThat(findings()).isEmpty();
  }
}
