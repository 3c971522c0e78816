package dev.coppice.benchmark.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.benchmark.site.Tally.Change;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TallyTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Tally tally = new Tally();

  private static Instant second(int second) {
    return START.plusSeconds(second);
  }

  private void change(int second, String type, String uid, String status)
      throws JsonProcessingException {
    tally.take(
        new ObjectMapper()
            .readValue(
                """
                {"type":"%s","object":{"kind":"Pod","metadata":{"name":"%s","uid":"%s",\
                "resourceVersion":"%d"},"status":%s}}\
                """
                    .formatted(type, uid, uid, second, status),
                Change.class),
        second(second));
  }

  private static String ready(String value) {
    return """
    {"phase":"Running","conditions":[{"type":"PodScheduled","status":"True"},\
    {"type":"Ready","status":"%s"}]}\
    """
        .formatted(value);
  }

  @Test
  void remembers_when_so_many_had_been_created() throws JsonProcessingException {
    change(1, "ADDED", "a", "{}");
    change(2, "MODIFIED", "a", "{}");
    change(3, "ADDED", "b", "{}");

    assertThat(tally.createdAt(1)).contains(second(1));
    assertThat(tally.createdAt(2)).contains(second(3));
    assertThat(tally.createdAt(3)).isEmpty();
  }

  @Test
  void counts_an_object_that_a_new_watch_tells_of_again_once() throws JsonProcessingException {
    change(1, "ADDED", "a", "{}");
    change(2, "ADDED", "a", "{}");

    assertThat(tally.createdAt(2)).isEmpty();
    assertThat(tally.resourceVersion()).contains("2");
  }

  @Test
  void remembers_from_a_bookmark_only_how_far_it_has_come() throws JsonProcessingException {
    change(1, "ADDED", "a", "{}");
    change(2, "BOOKMARK", "", "{}");

    assertThat(tally.createdAt(2)).isEmpty();
    assertThat(tally.resourceVersion()).contains("2");
  }

  @Test
  void takes_only_those_for_ready_that_are_ready_at_the_same_time() throws JsonProcessingException {
    change(1, "ADDED", "a", ready("True"));
    change(2, "ADDED", "b", ready("False"));
    change(3, "MODIFIED", "a", ready("False"));
    change(4, "MODIFIED", "b", ready("True"));
    change(5, "MODIFIED", "a", ready("True"));

    assertThat(tally.readyAt(1)).contains(second(1));
    assertThat(tally.readyAt(2)).contains(second(5));
  }

  @Test
  void counts_a_ready_object_that_goes_as_not_ready() throws JsonProcessingException {
    change(1, "ADDED", "a", ready("True"));
    change(2, "DELETED", "a", ready("True"));
    change(3, "ADDED", "b", ready("True"));

    assertThat(tally.readyAt(2)).isEmpty();
  }

  @Test
  void is_over_when_the_last_one_is_gone() throws JsonProcessingException {
    change(1, "ADDED", "a", "{}");
    change(2, "ADDED", "b", "{}");
    change(3, "DELETED", "b", "{}");
    Optional<Instant> before = tally.goneAt();
    change(4, "DELETED", "a", "{}");

    assertThat(before).isEmpty();
    assertThat(tally.goneAt()).contains(second(4));
  }
}
