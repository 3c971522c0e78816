package dev.coppice.core.subgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.core.testing.TestYaml;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
           4 | 2 | LeaderWorker   | EVEN     | 0:(L w1) 1:(w2 w3)
           8 | 4 | LeaderWorker   | EVEN     | 0:(L w1 w2 w3) 1:(w4 w5 w6 w7)
          16 | 4 | LeaderWorker   | EVEN     | 0:(L w1 w2 w3) 1:(w4 w5 w6 w7) 2:(w8 w9 w10 w11) 3:(w12 w13 w14 w15)
           5 | 2 | LeaderWorker   | EXTRA    | 0:(L w1 w2) 1:(w3 w4)
           5 | 4 | LeaderWorker   | EXTRA    | 0:(L w1 w2 w3 w4)
           9 | 4 | LeaderWorker   | EXTRA    | 0:(L w1 w2 w3 w4) 1:(w5 w6 w7 w8)
          17 | 4 | LeaderWorker   | EXTRA    | 0:(L w1 w2 w3 w4) 1:(w5 w6 w7 w8) 2:(w9 w10 w11 w12) 3:(w13 w14 w15 w16)
           4 | 3 | LeaderWorker   | EXTRA    | 0:(L w1 w2 w3)
           5 | 5 | LeaderWorker   | EVEN     | 0:(L w1 w2 w3 w4)
          10 | 5 | LeaderWorker   | EVEN     | 0:(L w1 w2 w3 w4) 1:(w5 w6 w7 w8 w9)
          11 | 5 | LeaderWorker   | EXTRA    | 0:(L w1 w2 w3 w4 w5) 1:(w6 w7 w8 w9 w10)
           3 | 1 | LeaderWorker   | EVEN     | 0:(L) 1:(w1) 2:(w2)
           1 | 1 | LeaderWorker   | EVEN     | 0:(L)
           5 | 2 | LeaderExcluded | EXCLUDED | 0:(w1 w2) 1:(w3 w4) none: L
           3 | 2 | LeaderExcluded | EXCLUDED | 0:(w1 w2) none: L
           5 | 4 | LeaderExcluded | EXCLUDED | 0:(w1 w2 w3 w4) none: L
           4 | 1 | LeaderExcluded | EXCLUDED | 0:(w1) 1:(w2) 2:(w3) none: L
           6 | 4 | LeaderWorker   | none     |
           4 | 2 | LeaderExcluded | none     |
           2 | 3 | LeaderWorker   | none     |
           1 | 1 | LeaderExcluded | none     |
          """)
  void follows_from_the_numbers_alone(
      int slots, int subGroupSize, String policy, String layout, @Nullable String subGroups) {
    Optional<SubGroups> found =
        SubGroups.of(TestYaml.read(policy, SubGroupPolicyType.class), slots, subGroupSize);

    assertThat(found.map(one -> one.layout().name()).orElse("none")).isEqualTo(layout);
    assertThat(found.map(LayoutTest::render).orElse(null)).isEqualTo(subGroups);
  }

  private static String render(SubGroups groups) {
    String divided =
        IntStream.range(0, groups.count())
            .mapToObj(index ->
                groups
                    .slots(index)
                    .mapToObj(slot -> slot == 0 ? "L" : "w" + slot)
                    .collect(Collectors.joining(" ", index + ":(", ")")))
            .collect(Collectors.joining(" "));
    return groups.index(0).isEmpty() ? divided + " none: L" : divided;
  }

  @ParameterizedTest
  @CsvSource({
    "LeaderWorker,   4,  0",
    "LeaderWorker,   4,  -1",
    "LeaderExcluded, 4,  0",
    "LeaderExcluded, 0,  1",
    "LeaderWorker,   0,  1",
    "LeaderWorker,   -2147483648, 1",
    "LeaderExcluded, -2147483648, 2147483647",
    "LeaderExcluded, 2147483647,  2147483647"
  })
  void there_is_none_for_numbers_that_make_no_sense(String policy, int slots, int subGroupSize) {
    assertThat(Layout.of(TestYaml.read(policy, SubGroupPolicyType.class), slots, subGroupSize))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "EVEN,     12, 4, 12",
    "EVEN,     9,  4, 8",
    "EVEN,     4,  4, 4",
    "EVEN,     3,  4, 0",
    "EVEN,     0,  4, 0",
    "EXTRA,    9,  4, 9",
    "EXTRA,    8,  4, 5",
    "EXTRA,    4,  4, 0",
    "EXTRA,    0,  1, 0",
    "EXCLUDED, 7,  3, 7",
    "EXCLUDED, 6,  3, 4",
    "EXCLUDED, 3,  3, 0",
    "EVEN,     2147483647, 2147483647, 2147483647"
  })
  void what_makes_no_whole_subgroup_is_left_over(
      Layout layout, int replicas, int subGroupSize, int effective) {
    assertThat(SubGroups.within(layout, replicas, subGroupSize).slots()).isEqualTo(effective);
  }

  @Test
  void slots_that_are_left_over_have_no_subgroups() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SubGroups(Layout.EVEN, 9, 4))
        .withMessage("9 slots are no whole subgroups of 4 (EVEN)");
    assertThatIllegalArgumentException().isThrownBy(() -> new SubGroups(Layout.EVEN, 9, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          EVEN     | 8 | 4 | 0 1 2 3 4 5 6 7   | 8
          EVEN     | 8 | 4 | 0 1 2 4 5 6       | 0
          EVEN     | 8 | 4 | 0 1 2 3 4 5 6     | 4
          EVEN     | 8 | 4 | 4 5 6 7           | 4
          EXTRA    | 9 | 4 | 0 1 2 3 4 5 6 7 8 | 9
          EXTRA    | 9 | 4 | 1 2 3 4 5 6 7 8   | 0
          EXTRA    | 9 | 4 | 0 5 6 7 8         | 5
          EXTRA    | 9 | 4 | 0                 | 1
          EXCLUDED | 5 | 2 | 0 1 2 4           | 3
          EXCLUDED | 5 | 2 | 1 2 3 4           | 0
          EXCLUDED | 5 | 2 | 0                 | 1
          EVEN     | 3 | 1 | 1 2               | 2
          EVEN     | 0 | 1 | 0                 | 0
          """)
  void a_subgroup_counts_only_whole_and_none_without_a_leader_beside_it(
      Layout layout, int slots, int subGroupSize, String ready, int units) {
    SubGroups groups = new SubGroups(layout, slots, subGroupSize);

    assertThat(
            groups.units(
                Stream.of(ready.split(" ", -1)).map(Integer::valueOf).collect(Collectors.toSet())))
        .isEqualTo(units);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1_000_000_000})
  void however_many_there_could_be_only_what_is_counted_is_looked_at(int subGroupSize) {
    SubGroups groups = SubGroups.within(Layout.EVEN, Integer.MAX_VALUE, subGroupSize);

    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () ->
            assertThat(groups.units(Set.of(0, 1, 2, 1_999_999_999)))
                .isEqualTo(subGroupSize == 1 ? 4 : subGroupSize == 2 ? 2 : 0));
  }
}
