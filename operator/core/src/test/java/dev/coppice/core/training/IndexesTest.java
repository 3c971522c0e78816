package dev.coppice.core.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.core.admission.size.GangReferences;
import java.time.Duration;
import java.util.NavigableSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexesTest {

  @Property
  void what_is_written_reads_as_it_was(@ForAll Set<@IntRange(max = 300) Integer> indexes) {
    assertThat(Indexes.parse(Indexes.text(indexes), 301)).isEqualTo(indexes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0            | [0]
          0-3,5        | [0, 1, 2, 3, 5]
          5,1          | [1, 5]
          8-12         | [8, 9]
          7-2          | []
          0-999999999  | [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
          x,-3,2-,4    | [4]
          """)
  void what_nobody_can_mean_is_left_out(String text, String indexes) {
    assertThat(Indexes.parse(text, 10)).hasToString(indexes);
  }

  @Test
  void ranges_are_joined_and_nothing_is_nothing() {
    assertThat(Indexes.text(Set.of(3, 1, 2, 7))).isEqualTo("1-3,7");
    assertThat(Indexes.text(Set.of())).isNull();
    assertThat(Indexes.parse(null, 10)).isEmpty();
  }

  @Test
  void a_status_costs_no_more_than_it_is_long() {
    String ranges = "0-999999999,".repeat(100_000);

    NavigableSet<Integer> indexes =
        assertTimeoutPreemptively(
            Duration.ofSeconds(10), () -> Indexes.parse(ranges, Integer.MAX_VALUE));

    assertThat(indexes).hasSize(GangReferences.MOST_PODS);
  }
}
