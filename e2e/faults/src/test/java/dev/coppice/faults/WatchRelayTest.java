package dev.coppice.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WatchRelayTest {

  private static final String ELSEWHERE = event("x", "other");
  private static final String A = event("a", "run");
  private static final String B = event("b", "run");
  private static final String C = event("c", "run");

  private final ByteArrayOutputStream to = new ByteArrayOutputStream();
  private final List<Duration> pauses = new ArrayList<>();

  @Test
  void passes_everything_on_without_a_fault() throws IOException {
    relay(Optional.empty(), ELSEWHERE, A, B);

    assertThat(passedOn()).containsExactly(ELSEWHERE, A, B);
  }

  @Test
  void escapes_what_the_client_would_take_apart_wrongly() throws IOException {
    relay(Optional.empty(), event("a, \u2026 \uD83D\uDE00", "run"));

    assertThat(passedOn()).containsExactly(event("a, \\u2026 \\ud83d\\ude00", "run"));
  }

  @Test
  void counts_only_events_of_the_run() throws IOException {
    relay(Optional.of(new Fault.DuplicateEvent(1)), ELSEWHERE, A, B);

    assertThat(passedOn()).containsExactly(ELSEWHERE, A, A, B);
  }

  @Test
  void lets_an_event_be_overtaken_by_the_next_of_another_object() throws IOException {
    relay(Optional.of(new Fault.Reorder(1)), A, B, C);

    assertThat(passedOn()).containsExactly(B, A, C);
  }

  @Test
  void never_reorders_events_of_one_object() throws IOException {
    relay(Optional.of(new Fault.Reorder(1)), A, A, B);

    assertThat(passedOn()).containsExactly(A, A, B);
  }

  @Test
  void keeps_a_late_event_when_the_stream_ends() throws IOException {
    relay(Optional.of(new Fault.Reorder(1)), A);

    assertThat(passedOn()).containsExactly(A);
  }

  @Test
  void breaks_the_stream_before_the_event() {
    assertThatIOException().isThrownBy(() -> relay(Optional.of(new Fault.DropStream(2)), A, B, C));

    assertThat(passedOn()).containsExactly(A);
  }

  @Test
  void says_that_the_place_in_history_is_gone_and_ends() throws IOException {
    relay(Optional.of(new Fault.ExpireStream(2)), A, B, C);

    assertThat(passedOn()).hasSize(2).last().asString().contains("\"code\":410");
  }

  @Test
  void pauses_before_the_event() throws IOException {
    relay(Optional.of(new Fault.DelayEvents(2, Duration.ofSeconds(3))), A, B);

    assertThat(pauses).containsExactly(Duration.ofSeconds(3));
    assertThat(passedOn()).containsExactly(A, B);
  }

  private void relay(Optional<Fault> fault, String... events) throws IOException {
    FaultPlan plan = new FaultPlan("run", fault, () -> {});
    String stream = String.join("\n", events) + "\n";
    new WatchRelay(to, () -> plan, pauses::add)
        .relay(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));
  }

  private List<String> passedOn() {
    return to.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static String event(String uid, String namespace) {
    return """
    {"type":"MODIFIED","object":{"kind":"Pod","metadata":{"uid":"%s","namespace":"%s"}}}\
    """
        .formatted(uid, namespace);
  }
}
