package dev.coppice.testkit.recorder;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordingTest {

  private final Sketch clique = podClique("web", "c1").replicas(1);
  private final Recording recording =
      new Script()
          .added(clique)
          .modified(clique.replicas(2))
          .added(podClique("other", "c2"))
          .deleted(clique)
          .recording();

  @Test
  void orders_the_union_of_all_kinds_by_resource_version() {
    RecordedEvent later = RecordedEvent.of(ChangeType.ADDED, clique.at(20), Instant.EPOCH);
    RecordedEvent earlier =
        RecordedEvent.of(ChangeType.ADDED, Sketch.of("Pod", "web-0-a", "p0").at(9), Instant.EPOCH);

    assertThat(new Recording(List.of(later, earlier), List.of()).events())
        .containsExactly(earlier, later);
  }

  @Test
  void tells_the_history_of_an_object_from_its_creation_to_its_deletion() {
    List<ObjectHistory> histories = recording.histories("PodClique");

    assertThat(histories).extracting(ObjectHistory::uid).containsExactly("c1", "c2");
    assertThat(histories).extracting(ObjectHistory::isOver).containsExactly(true, false);
    assertThat(histories).allMatch(ObjectHistory::beganInRecording);
  }

  @Test
  void knows_how_an_object_was_at_any_change() {
    assertThat(recording.stateAt("c1", 9)).isEmpty();
    assertThat(recording.stateAt("c1", 10)).get().extracting(RecordingTest::replicas).isEqualTo(1);
    assertThat(recording.stateAt("c1", 30)).get().extracting(RecordingTest::replicas).isEqualTo(2);
    assertThat(recording.stateAt("c1", 40)).isEmpty();
  }

  @Test
  void knows_what_is_left_at_the_end() {
    assertThat(recording.atEnd()).extracting(RecordedEvent::uid).containsExactly("c2");
  }

  private static int replicas(RecordedEvent event) {
    return event.spec().path("replicas").asInt();
  }
}
