package dev.coppice.core.queue.victim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.victim.GangPod.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SacrificeTest {

  /** The cases of KAI: how many pods go in the next step, and whether that leaves any. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sg 1/3           | 1 | true
          sg 1/0           | 0 | false
          sg 2/2           | 2 | false
          sg1 1/2, sg2 1/1 | 1 | true
          sg1 1/1, sg2 1/1 | 2 | false
          sg 3/2           | 2 | false
          """)
  void one_pod_while_there_is_surplus_then_all(String groups, int pods, boolean more) {
    Sacrifice sacrifice = Sacrifice.of(Gangs.groups(groups));

    assertThat(sacrifice.step()).hasSize(pods);
    assertThat(sacrifice.all().size() > sacrifice.step().size()).isEqualTo(more);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sg 1/3           | sg-2 sg-1                | sg-0
          a 1/2, b 2/3     | a-1 b-2                  | b-1 b-0 a-0
          a 1/3, b 1/3     | b-2 a-2 b-1 a-1          | b-0 a-0
          a 4/6, b 1/3     | b-2 b-1 a-5 a-4          | b-0 a-3 a-2 a-1 a-0
          a 3/1, b 1/2     | b-1                      | b-0 a-0
          a 0/2            | a-1 a-0                  | ''
          a 0/1, b 1/2     | b-1 a-0                  | b-0
          """)
  void the_largest_surplus_goes_first(String groups, String surplus, String rest) {
    Sacrifice sacrifice = Sacrifice.of(Gangs.groups(groups));

    assertThat(Gangs.uids(sacrifice.surplus())).isEqualTo(surplus);
    assertThat(Gangs.uids(sacrifice.rest())).isEqualTo(rest);
  }

  @Test
  void in_a_sub_group_the_label_counts_then_the_number_then_the_age_then_the_uid() {
    List<GangPod> firstToLast =
        List.of(
            Gangs.pod("a-high", 9, "10", Standing.ACTIVE),
            Gangs.pod("b-older", 1, "9", Standing.ACTIVE),
            Gangs.pod("c-younger", 2, "9", Standing.ACTIVE),
            Gangs.pod("d-negative", 0, "-3", Standing.ACTIVE),
            Gangs.pod("e-no-number", 0, "high", Standing.ACTIVE),
            Gangs.pod("f-no-number", 0, "", Standing.ACTIVE),
            Gangs.pod("g-older", 0),
            Gangs.pod("h-same-age", 1),
            Gangs.pod("i-same-age", 1));
    List<GangPod> shuffled = new ArrayList<>(firstToLast);
    Collections.shuffle(shuffled, new Random(3));

    assertThat(Sacrifice.of(List.of(new SubGroup("sg", 0, shuffled))).surplus())
        .isEqualTo(firstToLast.reversed());
  }

  @Test
  void only_pods_that_hold_a_place_are_counted() {
    SubGroup group =
        new SubGroup(
            "sg",
            1,
            List.of(
                Gangs.pod("kept", 0),
                Gangs.pod("goes", 1),
                Gangs.pod("pending", 2, null, Standing.UNBOUND),
                Gangs.pod("ended", 3, null, Standing.ENDED),
                Gangs.pod("leaving", 4, null, Standing.TERMINATING)));

    assertThat(Gangs.uids(Sacrifice.of(List.of(group)).all())).isEqualTo("goes kept");
  }

  @Test
  void without_a_minimum_all_pods_are_needed() {
    assertThat(Sacrifice.of(List.of(Gangs.group("sg", null, 3))).surplus()).isEmpty();
  }
}
