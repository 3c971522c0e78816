package dev.coppice.core.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UpdateTest {

  private static final Instant EARLIER = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant NOW = Instant.parse("2026-01-01T00:01:00.7Z");
  private static final Instant SECOND = Instant.parse("2026-01-01T00:01:00Z");

  /** A level that says what it is told to. */
  private static final class Level implements UpdateLevel {
    private @Nullable Progress recorded;
    private boolean onDelete;
    private @Nullable String changedTo;
    private boolean mayStart;
    private @Nullable String leadsTo = "new";
    private final Set<Integer> returned = new HashSet<>();
    private List<Integer> next = List.of();
    private boolean reached;
    private int others;
    private boolean together;
    private int waiting;
    private int maxUnavailable = 1;

    @Override
    public Optional<Progress> recorded() {
      return Optional.ofNullable(recorded);
    }

    @Override
    public boolean isOnDelete() {
      return onDelete;
    }

    @Override
    public Optional<String> changedTo() {
      return Optional.ofNullable(changedTo);
    }

    @Override
    public boolean mayStart() {
      return mayStart;
    }

    @Override
    public Optional<String> leadsTo() {
      return Optional.ofNullable(leadsTo);
    }

    @Override
    public boolean isReturned(int index) {
      return returned.contains(index);
    }

    @Override
    public int others(List<Integer> taken) {
      return others;
    }

    @Override
    public int units(List<Integer> taken) {
      return taken.isEmpty() ? 0 : together ? 1 : taken.size();
    }

    @Override
    public int waiting(List<Integer> taken) {
      return waiting;
    }

    @Override
    public int maxUnavailable() {
      return maxUnavailable;
    }

    @Override
    public List<Integer> next() {
      return next;
    }

    @Override
    public boolean isReached() {
      return reached;
    }
  }

  private final Level level = new Level();

  private Optional<Progress> advanced() {
    return Update.advanced(level, NOW);
  }

  private static Progress running(Integer... replacing) {
    return new Progress(EARLIER, null, "new", List.of(replacing), null);
  }

  private static Progress ended(Integer... replacing) {
    return new Progress(EARLIER, EARLIER, "old", List.of(replacing), null);
  }

  @Test
  void nothing_begins_without_a_reason() {
    level.next = List.of(3);

    assertThat(advanced()).isEmpty();
  }

  @Test
  void the_first_index_is_selected_as_it_begins() {
    level.mayStart = true;
    level.next = List.of(3);

    assertThat(advanced()).contains(new Progress(SECOND, null, "new", List.of(3), List.of(3), 0));
  }

  @Test
  void what_goes_together_is_selected_together_and_waited_for_as_a_whole() {
    level.mayStart = true;
    level.together = true;
    level.next = List.of(3, 4);
    Progress begun = advanced().orElseThrow();
    level.recorded = begun;
    level.returned.add(4);
    level.next = List.of(1, 2);

    assertThat(begun).isEqualTo(new Progress(SECOND, null, "new", List.of(3, 4), List.of(3, 4), 0));
    assertThat(advanced()).map(Progress::replacing).contains(List.of(3));
  }

  @Test
  void so_many_are_selected_one_after_the_other_as_may_be_down_at_once() {
    level.maxUnavailable = 2;
    level.recorded = running(1);
    level.next = List.of(3);
    level.others = 5;

    assertThat(advanced())
        .contains(new Progress(EARLIER, null, "new", List.of(1, 3), List.of(3), 5));

    level.recorded = running(1, 3);
    level.next = List.of(4);

    assertThat(advanced()).contains(running(1, 3));
  }

  @Test
  void what_waits_for_a_place_holds_nothing_up_once_more_of_the_rest_serves() {
    level.recorded = new Progress(EARLIER, null, "new", List.of(1), 4);
    level.next = List.of(3);
    level.waiting = 1;
    level.others = 4;

    assertThat(advanced()).map(Progress::replacing).contains(List.of(1));

    level.others = 5;

    assertThat(advanced()).map(Progress::replacing).contains(List.of(1, 3));
  }

  @Test
  void what_is_on_its_way_is_waited_for_whatever_else_serves() {
    level.recorded = new Progress(EARLIER, null, "new", List.of(1), 4);
    level.next = List.of(3);
    level.others = 5;

    assertThat(advanced()).map(Progress::replacing).contains(List.of(1));
  }

  @Test
  void one_that_has_ended_stays_as_it_is() {
    level.recorded = ended();
    level.reached = true;

    assertThat(advanced()).contains(ended());
  }

  @Test
  void the_next_one_begins_with_what_the_last_one_has_not_got_back() {
    level.recorded = ended(1, 2);
    level.returned.add(2);
    level.mayStart = true;
    level.next = List.of(3);

    assertThat(advanced()).contains(new Progress(SECOND, null, "new", List.of(1), null));
  }

  @Test
  void no_index_goes_while_another_one_is_missing() {
    level.recorded = running(1);
    level.next = List.of(3);
    level.reached = true;

    assertThat(advanced()).contains(running(1));
  }

  @Test
  void the_next_index_goes_when_the_last_one_is_back() {
    level.recorded = running(1);
    level.returned.add(1);
    level.next = List.of(3);

    assertThat(advanced()).contains(new Progress(EARLIER, null, "new", List.of(3), List.of(3), 0));
  }

  @Test
  void it_ends_when_nothing_is_missing_and_all_is_reached() {
    level.recorded = running(1);
    level.returned.add(1);
    level.reached = true;

    assertThat(advanced()).contains(new Progress(EARLIER, SECOND, "new", List.of(), null));
  }

  @Test
  void it_runs_on_while_something_is_outdated() {
    level.recorded = running();

    assertThat(advanced()).contains(running());
  }

  @Test
  void it_follows_the_set_to_another_template() {
    level.recorded = running(1);
    level.leadsTo = "newer";

    assertThat(advanced()).contains(new Progress(EARLIER, null, "newer", List.of(1), null));
  }

  @Test
  void it_keeps_its_template_while_none_is_known() {
    level.recorded = running(1);
    level.leadsTo = null;

    assertThat(advanced()).contains(running(1));
  }

  @Test
  void under_on_delete_a_change_has_ended_as_soon_as_it_is_known() {
    level.onDelete = true;
    level.changedTo = "newer";

    assertThat(advanced()).contains(new Progress(SECOND, SECOND, "newer", List.of(), null));
  }

  @Test
  void under_on_delete_a_rolling_update_ends_and_selects_nothing() {
    level.onDelete = true;
    level.recorded = running(1);
    level.mayStart = true;
    level.next = List.of(3);

    assertThat(advanced()).contains(new Progress(EARLIER, SECOND, "new", List.of(1), null));
  }

  @Test
  void under_on_delete_what_has_ended_stays_but_for_what_is_back() {
    level.onDelete = true;
    level.recorded = ended(1, 2);
    level.returned.add(1);

    assertThat(advanced()).contains(ended(2));
  }
}
