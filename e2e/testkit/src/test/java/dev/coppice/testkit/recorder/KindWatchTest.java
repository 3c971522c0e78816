package dev.coppice.testkit.recorder;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KindWatchTest {

  private final Server server = new Server();
  private final Journal journal = new Journal(Clock.systemUTC());
  private final KindWatch watch = new KindWatch(server, journal, Duration.ofMillis(1));
  private final Sketch clique = podClique("web", "c1");

  /** Answers lists as told, and lets the test speak through the watch. */
  private static final class Server implements ObjectSource {

    private final Deque<Optional<Listing>> listings = new ArrayDeque<>();
    private final AtomicReference<Listener> listener = new AtomicReference<>();

    synchronized void willList(long resourceVersion, JsonNode... objects) {
      listings.add(Optional.of(new Listing(resourceVersion, Arrays.asList(objects))));
    }

    synchronized void willNotKnowTheKind() {
      listings.add(Optional.empty());
    }

    @Override
    public String kind() {
      return "PodClique";
    }

    @Override
    public synchronized Optional<Listing> list() {
      if (listings.isEmpty()) {
        throw new IllegalStateException("connection refused");
      }
      return listings.remove();
    }

    @Override
    public AutoCloseable watch(long resourceVersion, Listener asking) {
      listener.set(asking);
      return () -> {};
    }

    void tell(ChangeType type, JsonNode object) {
      listener.get().changed(type, object);
    }

    void breakWatch() {
      listener.getAndSet(null).broken();
    }

    void awaitWatch() {
      await().until(() -> listener.get() != null);
    }
  }

  @AfterEach
  void close() {
    watch.close();
  }

  private List<String> recorded() {
    return journal.recording().events().stream()
        .map(event -> "%d %s %s".formatted(event.resourceVersion(), event.type(), event.uid()))
        .toList();
  }

  @Test
  void records_what_is_there_and_what_changes() {
    server.willList(15, clique.at(10));

    watch.open();
    server.tell(ChangeType.MODIFIED, clique.at(20));
    server.tell(ChangeType.DELETED, clique.at(30));

    assertThat(recorded()).containsExactly("10 LISTED c1", "20 MODIFIED c1", "30 DELETED c1");
    assertThat(journal.recording().gaps()).isEmpty();
  }

  @Test
  void after_a_break_it_tells_what_has_changed_and_marks_the_gap() {
    server.willList(
        15, clique.at(10), podClique("same", "c2").at(11), podClique("old", "c3").at(12));
    watch.open();
    server.tell(ChangeType.MODIFIED, clique.at(20));

    server.willList(
        50, clique.at(40), podClique("same", "c2").at(11), podClique("new", "c4").at(45));
    server.breakWatch();
    server.awaitWatch();
    server.tell(ChangeType.MODIFIED, clique.at(60));

    assertThat(recorded())
        .containsExactly(
            "10 LISTED c1",
            "11 LISTED c2",
            "12 LISTED c3",
            "20 MODIFIED c1",
            "40 LISTED c1",
            "45 LISTED c4",
            "50 DELETED c3",
            "60 MODIFIED c1");
    assertThat(journal.recording().gaps()).containsExactly(new Gap("PodClique", 20, 50));
  }

  @Test
  void keeps_trying_while_the_server_does_not_answer() {
    server.willList(15);
    watch.open();

    server.breakWatch();
    server.willList(20, clique.at(18));
    server.awaitWatch();

    assertThat(recorded()).containsExactly("18 LISTED c1");
  }

  @Test
  void begins_when_the_server_knows_the_kind() {
    server.willNotKnowTheKind();
    server.willNotKnowTheKind();
    server.willList(20, clique.at(18));

    watch.open();
    server.awaitWatch();

    assertThat(recorded()).containsExactly("18 LISTED c1");
    assertThat(journal.recording().gaps()).isEmpty();
  }

  @Test
  void does_not_come_back_once_closed() {
    server.willList(15);
    watch.open();

    watch.close();
    server.willList(20, clique.at(18));
    server.breakWatch();

    assertThat(recorded()).isEmpty();
  }

  @Test
  void is_up_to_date_once_every_change_up_to_now_has_arrived() throws InterruptedException {
    Sketch deleted = podClique("gone", "c2");
    server.willList(15, clique.at(10), deleted.at(11));
    watch.open();

    server.willList(30, clique.at(25));
    assertThat(watch.isUpToDate(Duration.ZERO)).isFalse();
    server.tell(ChangeType.MODIFIED, clique.at(25));
    server.willList(30, clique.at(25));
    assertThat(watch.isUpToDate(Duration.ZERO)).isFalse();
    server.tell(ChangeType.DELETED, deleted.at(28));
    server.willList(30, clique.at(25));
    assertThat(watch.isUpToDate(Duration.ZERO)).isTrue();
  }

  @Test
  void is_up_to_date_when_more_than_that_has_arrived() throws InterruptedException {
    server.willList(15, clique.at(10));
    watch.open();
    server.tell(ChangeType.MODIFIED, clique.at(25));
    server.tell(ChangeType.DELETED, clique.at(40));
    server.tell(ChangeType.ADDED, podClique("new", "c2").at(45));

    server.willList(30, clique.at(25));

    assertThat(watch.isUpToDate(Duration.ZERO)).isTrue();
  }
}
