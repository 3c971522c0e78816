package dev.coppice.core.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryTest {

  private static final String PODS = "/api/v1/pods";
  private static final String SETS = "/apis/grove.io/v1alpha1/podcliquesets";

  @ParameterizedTest
  @CsvSource({"100, 99, true", "100, 100, false", "100, 101, false", "100, 1, true"})
  void is_cut_where_an_answer_is_older_than_what_was_seen(long seen, long answered, boolean cut) {
    History history = History.NONE.with(PODS, seen);

    assertThat(history.cut(PODS, answered).isPresent()).isEqualTo(cut);
  }

  @Test
  void a_cut_tells_both_revisions_and_what_they_are_of() {
    Cut cut = History.NONE.with(PODS, 1412).cut(PODS, 1201).orElseThrow();

    assertThat(cut).isEqualTo(new Cut.Older(PODS, 1412, 1201));
    assertThat(cut.text())
        .isEqualTo(
            "revision 1412 of /api/v1/pods was seen before, and the API server has come as far as"
                + " 1201");
  }

  @Test
  void what_was_not_seen_cannot_be_older() {
    assertThat(History.NONE.cut(PODS, 1)).isEmpty();
  }

  @Test
  void what_is_stored_elsewhere_proves_nothing_and_is_worth_a_look() {
    History history = History.NONE.with(PODS, 9_000).with(SETS, 70);

    assertThat(history.cut(SETS, 80)).isEmpty();
    assertThat(history.ahead(80)).containsExactly(PODS);
  }

  @Test
  void nobody_is_ahead_of_an_answer_that_shows_all_that_was_seen() {
    assertThat(History.NONE.with(PODS, 90).with(SETS, 70).ahead(90)).isEmpty();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"", "0", "007", "-1", "+1", "1e3", "abc", "12.5", "18446744073709551615", " 1"})
  void nothing_is_known_from_what_is_no_revision(String resourceVersion) {
    assertThat(History.revision(resourceVersion)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "10", "9223372036854775807"})
  void reads_a_revision(String resourceVersion) {
    assertThat(History.revision(resourceVersion))
        .isEqualTo(OptionalLong.of(Long.parseLong(resourceVersion)));
  }

  @Property
  void keeps_the_greatest_whatever_the_order_in_which_they_come(
      @ForAll List<@LongRange(min = 1) Long> revisions) {
    History history = History.NONE;
    for (long revision : revisions) {
      history = history.with(PODS, revision);
    }

    assertThat(history.seen())
        .isEqualTo(
            revisions.stream()
                .max(Long::compare)
                .map(greatest -> Map.of(PODS, greatest))
                .orElse(Map.of()));
  }

  @Property
  void a_history_that_only_grows_is_never_cut(
      @ForAll List<@LongRange(min = 1, max = 1_000) Long> growth) {
    History history = History.NONE;
    long now = 0;
    for (long more : growth) {
      now += more;
      assertThat(history.cut(PODS, now)).isEmpty();
      history = history.with(PODS, now);
    }
  }
}
