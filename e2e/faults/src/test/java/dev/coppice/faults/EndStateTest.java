package dev.coppice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import dev.coppice.testkit.recorder.Sketch;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndStateTest {

  private static final String ONE = "2f0c1a52-8f5b-4f0e-9d53-0a4a5b6c7d8e";
  private static final String OTHER = "9a8b7c6d-1e2f-4a3b-8c4d-5e6f7a8b9c0d";

  @Test
  void is_the_same_for_pods_of_other_names_and_uids_at_the_same_index() {
    EndState state = endState(pod("web-0-abcde", ONE, 0));

    assertThat(state).isEqualTo(endState(pod("web-0-fghij", OTHER, 0)));
  }

  @Test
  void is_another_for_pods_at_another_index() {
    EndState state = endState(pod("web-0-abcde", ONE, 0));

    EndState other = endState(pod("web-1-abcde", ONE, 1));

    assertThat(other.difference(state)).contains("Pod web[0]", "Pod web[1]", "nothing");
  }

  @Test
  void is_another_for_two_pods_at_one_index() {
    EndState one = endState(pod("web-0-abcde", ONE, 0));

    assertThat(endState(pod("web-0-abcde", ONE, 0), pod("web-0-fghij", OTHER, 0)))
        .isNotEqualTo(one);
  }

  @Test
  void is_another_for_another_count_in_the_status() {
    EndState ready = endState(Sketch.podClique("web", ONE).status("readyReplicas", 2));

    EndState unready = endState(Sketch.podClique("web", ONE).status("readyReplicas", 1));

    assertThat(unready.difference(ready)).contains("PodClique web", "\"readyReplicas\":1");
  }

  @Test
  void is_the_same_for_another_generation_and_other_instants() {
    EndState state =
        endState(
            Sketch.podClique("web", ONE).generation(1).status("lastTime", "2026-01-01T00:00:00Z"));

    EndState later =
        endState(
            Sketch.podClique("web", OTHER)
                .generation(3)
                .status("lastTime", "2026-01-01T00:00:07.123Z"));

    assertThat(later.difference(state)).isEmpty();
  }

  private static Sketch pod(String name, String uid, int index) {
    return Sketch.pod(name, uid, Sketch.podClique("web", ONE), index)
        .label(Labels.POD_CLIQUE, "web");
  }

  private static EndState endState(Sketch... objects) {
    List<RecordedEvent> events =
        List.of(objects).stream()
            .map(object -> RecordedEvent.of(ChangeType.ADDED, object.at(1), Instant.EPOCH))
            .toList();
    return EndState.of(new Recording(events, List.of()), "test");
  }
}
