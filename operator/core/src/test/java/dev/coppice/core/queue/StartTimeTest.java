package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.StartFacts.Member;
import dev.coppice.core.queue.StartFacts.Recreation;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartTimeTest {

  private static final Instant CREATED = at("10:00:00");
  private static final Instant NOW = at("11:00:00.7");

  private static Instant at(String time) {
    return LocalDate.of(2026, 1, 2).atTime(LocalTime.parse(time)).toInstant(ZoneOffset.UTC);
  }

  private static Instant atOrNever(String time) {
    return time.equals("-") ? null : at(time);
  }

  /** Each word is a PodClique: since when it has a place, and since when a container runs. */
  private static List<Member> members(String words) {
    return Arrays.stream(words.split(" ", -1))
        .map(word -> word.split(">", -1))
        .map(word -> new Member(atOrNever(word[1]), atOrNever(word[0])))
        .toList();
  }

  private static String next(
      String recorded, String members, Recreation recreation, StartTime.Begin begin) {
    return StartTime.next(
            atOrNever(recorded),
            new StartFacts(CREATED, members(members), null, recreation),
            begin,
            NOW)
        .map(instant -> instant.atOffset(ZoneOffset.UTC).toLocalTime().toString())
        .orElse("-");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the second clique has a place          | 10:02 | -     | 10:01>10:02 10:03>10:04 | 10:02 | 10:03
          the first is lost                      | 10:02 | 10:03 | ->- 10:03>10:04         | 10:02 | 10:03
          the first is back                      | 10:02 | 10:03 | 10:30>10:31 10:03>10:04 | 10:02 | 10:30
          the second is lost                     | 10:02 | 10:30 | 10:30>10:31 ->-         | 10:02 | 10:30
          both were lost and are back            | 10:02 | 10:30 | 10:50>10:51 10:49>10:50 | 10:50 | 10:30
          after it has begun anew                | 10:50 | 10:30 | 10:50>10:51 10:49>10:50 | 10:50 | 10:50
          nothing has a place any more           | 10:02 | 10:03 | ->- ->-                 | -     | 10:03
          nothing has begun                      | -     | 10:03 | 10:50>- 10:51>-         | -     | -
          somebody wrote what is still to come   | 10:02 | 11:30 | 10:50>10:51 10:52>10:53 | 10:51 | -
          somebody wrote it, and nothing is lost | 10:02 | 11:30 | 10:01>10:02 10:52>10:53 | 10:02 | 10:52
          """)
  void a_gang_whose_cliques_are_replaced_in_turn_was_never_lost(
      String story, String recorded, String seen, String members, String start, String seenThen) {
    StartFacts facts = new StartFacts(CREATED, members(members), atOrNever(seen), Recreation.NONE);

    assertThat(told(StartTime.next(atOrNever(recorded), facts, StartTime.Begin.FIRST_RUNNING, NOW)))
        .isEqualTo(start);
    assertThat(told(StartTime.seen(atOrNever(recorded), facts, NOW))).isEqualTo(seenThen);
  }

  private static String told(Optional<Instant> instant) {
    return instant
        .map(found -> found.atOffset(ZoneOffset.UTC).toLocalTime().toString())
        .orElse("-");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nothing has a place                                  | -        | ->-                            | -
          pods pull their images                               | -        | 10:01>-                        | -
          the first pod runs                                   | -        | 10:01>10:02 10:01>-            | 10:02
          the operator was away when the first pod ran         | -        | 10:01>10:02:03.9 10:01>10:05   | 10:02:03
          the clock of the node is ahead                       | -        | 10:01>11:30                    | 11:00
          the clock of the node is ahead by less than a second | -        | 10:01>11:00:00.9               | 11:00
          the clock of the node is behind the gang's creation  | -        | 10:01>09:59                    | 11:00
          the clock of the node is behind that of the place    | -        | 10:00:05>10:00:04              | 10:00:05
          the clock of the place is ahead of the operator's    | -        | 11:00:03>11:00:02              | 11:00:03
          the pod ran in the second of the gang's creation     | -        | 10:00>10:00:00                 | 10:00
          more pods are added                                  | 10:02    | 10:01>10:02 10:30>10:31        | 10:02
          one of several pods is replaced                      | 10:02    | 10:01>10:02 10:40>-            | 10:02
          a container restarts                                 | 10:02    | 10:01>10:50                    | 10:02
          no container runs any more                           | 10:02    | 10:01>-                        | 10:02
          a rolling update keeps a pod                         | 10:02    | 10:30>10:31 10:01>10:45        | 10:02
          all pods lost their places                           | 10:02    | ->- ->-                        | -
          one that is lost among others                        | 10:02    | ->- 10:01>10:02                | 10:02
          the first pod of the next life runs                  | -        | 10:50>10:51 ->-                | 10:51
          somebody wrote a time that is still to come          | 11:30    | 10:01>10:02                    | 10:02
          lost and back between two looks                      | 10:02    | 10:50>10:51 10:52>10:53        | 10:51
          lost and back, images are pulled                     | 10:02    | 10:50>-                        | 10:02
          lost and back, by a clock that is ahead              | 10:02    | 10:50>11:30                    | 10:02
          lost and back, by a clock that is behind             | 10:02    | 10:50:05>10:50:04              | 10:50:05
          back in the second in which it began                 | 10:02    | 10:02:00.9>10:51               | 10:02
          a later instant of a container alone                 | 10:02    | 10:02>10:51                    | 10:02
          """)
  void a_gang_begins_with_its_first_running_pod_and_ends_with_its_last_place(
      String story, String recorded, String members, String expected) {
    assertThat(next(recorded, members, Recreation.NONE, StartTime.Begin.FIRST_RUNNING))
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          clocks agree                       | -     | 10:00:05 | 10:00:06
          the node is behind                 | -     | 10:00:05 | 10:00:04
          the node is behind the creation    | -     | 10:00:05 | 09:59:59
          the node is ahead                  | -     | 10:00:05 | 10:00:09
          the node is ahead of the operator  | -     | 10:00:05 | 11:30
          the place is ahead of the operator | -     | 11:00:03 | 11:00:02
          lost and back, the node is behind  | 09:30 | 10:00:05 | 10:00:04
          lost and back, the node is ahead   | 09:30 | 10:00:05 | 10:00:09
          """)
  void whatever_the_clock_of_a_node_says_a_restart_of_its_containers_moves_nothing(
      String story, String recorded, String assigned, String running) {
    String first =
        next(recorded, assigned + ">" + running, Recreation.NONE, StartTime.Begin.FIRST_RUNNING);

    assertThat(first).isNotEqualTo("-").isNotEqualTo(recorded);
    for (String restarted : List.of("10:30", "10:59:59", "11:00", "11:59")) {
      assertThat(
              next(
                  first,
                  assigned + ">" + restarted,
                  Recreation.NONE,
                  StartTime.Begin.FIRST_RUNNING))
          .isEqualTo(first);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HOLDS, -, -",
    "HOLDS, 10:02, 10:02",
    "ENDS, -, -",
    "ENDS, 10:02, -",
  })
  void what_is_torn_down_does_not_start(Recreation recreation, String recorded, String expected) {
    assertThat(next(recorded, "10:01>10:02", recreation, StartTime.Begin.FIRST_RUNNING))
        .isEqualTo(expected);
  }

  @Test
  void what_is_partly_torn_down_is_not_protected_for_longer() {
    assertThat(next("10:02", "10:50>10:51", Recreation.HOLDS, StartTime.Begin.FIRST_RUNNING))
        .isEqualTo("10:02");
  }

  @ParameterizedTest
  @CsvSource({
    "-, ->-, -",
    "-, 10:01:02.5>-, 10:01:02",
    "-, 10:03>10:04 10:01>10:02, 10:01",
    "10:01, 10:01>10:02, 10:01",
    "10:01, 10:50>-, 10:50",
    "10:01, ->-, -",
  })
  void the_first_place_may_begin_it(String recorded, String members, String expected) {
    assertThat(next(recorded, members, Recreation.NONE, StartTime.Begin.FIRST_SCHEDULED))
        .isEqualTo(expected);
  }

  @Test
  void what_is_written_stays() {
    String members = "10:50>10:51 10:52>10:53";
    String first = next("10:02", members, Recreation.NONE, StartTime.Begin.FIRST_RUNNING);

    assertThat(next(first, members, Recreation.NONE, StartTime.Begin.FIRST_RUNNING))
        .isEqualTo(first);
  }
}
