package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueCondition;
import dev.coppice.api.queue.QueueStatusBuilder;
import dev.coppice.core.object.Unreadable;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueConditionsTest {

  private static final Instant NOW = Instant.parse("2026-01-02T12:00:00.7Z");
  private static final Instant WHOLE = Instant.parse("2026-01-02T12:00:00Z");

  private static List<QueueCondition> conditions(Queue queue, QueueTree tree) {
    return QueueConditions.of(queue, tree.with(QueueNode.of(queue)), NOW);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x -   10m/10m | ''                                    | ''
          x dev 0s/-1   | ''                                    | ''
          x y   -/-     | Orphan ParentNotFound                 | there is no Queue y; this one counts as one at the top
          x x   -/-     | Cycle ParentsInACircle                | each is the parent of the one before: x -> x
          x dev 1d/-    | InvalidMinRuntime Unreadable          | spec.preemptMinRuntime: Invalid value: "1d": time: unknown unit "d" in duration "1d"; must be a length of time in h, m, s, ms, us and ns such as 10m or 1h30m, 0s to evict at any time, or -1 never to evict
          """)
  void what_is_wrong_is_told(String queue, String condition, String message) {
    List<QueueCondition> conditions = conditions(Queues.queue(queue), Queues.T);

    assertThat(String.join(" ", conditions.stream().map(c -> c.type() + " " + c.reason()).toList()))
        .isEqualTo(condition);
    assertThat(conditions)
        .allSatisfy(told -> {
          assertThat(told.message()).isEqualTo(message);
          assertThat(told.status()).isEqualTo("True");
          assertThat(told.lastTransitionTime()).isEqualTo(WHOLE);
        });
  }

  @Test
  void every_member_of_a_cycle_tells_the_same() {
    QueueTree tree = Queues.tree("c a -/-\na b -/-\nb c -/-\nbelow a -/-");

    for (String member : List.of("a b -/-", "b c -/-", "c a -/-")) {
      assertThat(conditions(Queues.queue(member), tree))
          .extracting(QueueCondition::message)
          .containsExactly("each is the parent of the one before: a -> b -> c -> a");
    }
    assertThat(conditions(Queues.queue("below a -/-"), tree)).isEmpty();
  }

  @Test
  void both_fields_are_told_and_long_texts_cut() {
    Queue queue = Queues.queue("x - 10/" + "9".repeat(1_000));

    assertThat(conditions(queue, Queues.T))
        .extracting(QueueCondition::message)
        .singleElement()
        .satisfies(message -> {
          assertThat(message).contains("spec.preemptMinRuntime", "; spec.reclaimMinRuntime");
          assertThat(message.length()).isLessThan(700);
        });
  }

  @Test
  void what_stays_so_keeps_its_time_and_what_others_say_stays() {
    Instant before = Instant.parse("2026-01-01T00:00:00Z");
    QueueCondition foreign = new QueueCondition("OverQuota", "True", before, before, "Kai", "much");
    Queue queue = Queues.queue("x y -/-");
    queue.setStatus(
        QueueStatusBuilder.builder()
            .conditions(
                List.of(
                    new QueueCondition("Cycle", "True", null, before, "ParentsInACircle", "x"),
                    new QueueCondition("Orphan", "True", null, before, "ParentNotFound", "old"),
                    foreign))
            .build());

    assertThat(conditions(queue, Queues.T))
        .containsExactly(
            new QueueCondition(
                "Orphan",
                "True",
                null,
                before,
                "ParentNotFound",
                "there is no Queue y; this one counts as one at the top"),
            foreign);
  }

  @Test
  void nothing_changes_when_all_is_told() {
    Queue queue = Queues.queue("x y -/-");
    List<QueueCondition> first = conditions(queue, Queues.T);
    queue.setStatus(QueueStatusBuilder.builder().conditions(first).build());

    assertThat(QueueConditions.of(queue, Queues.T.with(QueueNode.of(queue)), NOW.plusSeconds(9)))
        .isEqualTo(first);
  }

  @Test
  void one_that_cannot_be_read_says_so_protects_everybody_and_says_nothing_else_of_itself() {
    Queue queue = Queues.queue("x gone 1d/-");
    new Unreadable("spec.parentQueue", "a list, not a string").mark(queue);

    assertThat(conditions(queue, Queues.T))
        .extracting(QueueCondition::type, QueueCondition::status, QueueCondition::message)
        .containsExactly(
            tuple(
                "Valid",
                "False",
                "cannot be read, so no gang in it is evicted: spec.parentQueue: a list, not a string"));
    QueueTree tree = Queues.T.with(QueueNode.of(queue));
    assertThat(tree.path("x")).containsExactly("x");
    for (Eviction eviction : Eviction.values()) {
      assertThat(eviction.of(QueueNode.of(queue))).contains(new MinRuntime.Never());
    }
  }

  @Test
  void one_that_can_be_read_again_says_so_no_more() {
    Queue queue = Queues.queue("x dev 10m/10m");
    queue.setStatus(
        QueueStatusBuilder.builder()
            .conditions(
                List.of(new QueueCondition("Valid", "False", null, WHOLE, "Unreadable", "x")))
            .build());

    assertThat(conditions(queue, Queues.T)).isEmpty();
  }
}
