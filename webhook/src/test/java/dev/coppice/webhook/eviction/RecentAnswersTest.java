package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.webhook.eviction.RecentAnswers.Answer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentAnswersTest {

  private static final Instant NOON = FakeCluster.NOON;

  private final RecentAnswers recent = new RecentAnswers();

  @Test
  void an_answer_holds_for_a_minute() {
    recent.approve(List.of("a"), NOON);
    recent.refuse(List.of("b"), "why", Optional.empty(), NOON);

    assertThat(recent.about("a", NOON.plusSeconds(59))).contains(new Answer.Approved());
    assertThat(recent.about("b", NOON.plusSeconds(59))).contains(new Answer.Refused("why"));
    assertThat(recent.about("a", NOON.plusSeconds(60))).isEmpty();
    assertThat(recent.about("b", NOON.plusSeconds(60))).isEmpty();
    assertThat(recent.about("c", NOON)).isEmpty();
  }

  @Test
  void a_refusal_ends_with_what_it_rests_on() {
    recent.refuse(List.of("a"), "why", Optional.of(NOON.plusSeconds(5)), NOON);
    recent.refuse(List.of("b"), "why", Optional.of(NOON.plusSeconds(500)), NOON);

    assertThat(recent.about("a", NOON.plusSeconds(4))).isPresent();
    assertThat(recent.about("a", NOON.plusSeconds(5))).isEmpty();
    assertThat(recent.about("b", NOON.plusSeconds(60))).isEmpty();
  }

  @Test
  void what_one_may_have_is_not_taken_back_because_another_may_not() {
    recent.approve(List.of("a"), NOON);
    recent.refuse(List.of("a"), "why", Optional.empty(), NOON.plusSeconds(1));

    assertThat(recent.about("a", NOON.plusSeconds(2))).contains(new Answer.Approved());

    recent.refuse(List.of("b"), "why", Optional.empty(), NOON);
    recent.approve(List.of("b"), NOON.plusSeconds(1));

    assertThat(recent.about("b", NOON.plusSeconds(2))).contains(new Answer.Approved());
  }

  @Test
  void the_oldest_answers_are_forgotten_first() {
    recent.approve(List.of("first"), NOON);
    recent.approve(IntStream.range(0, 19_999).mapToObj(Integer::toString).toList(), NOON);
    assertThat(recent.about("first", NOON)).isPresent();

    recent.approve(List.of("one-more"), NOON);

    assertThat(recent.about("first", NOON)).isEmpty();
    assertThat(recent.about("one-more", NOON)).isPresent();
  }
}
