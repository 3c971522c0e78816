package dev.coppice.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {

  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00.700Z");
  private static final Instant LATER = Instant.parse("2026-01-01T01:00:00Z");

  private final List<Condition> before =
      Conditions.set(
          List.of(Conditions.of("Theirs", true, "Foreign", "not ours", 1)),
          Conditions.of("Available", false, "InsufficientAvailable", "1 of 2", 1),
          FIRST);

  @Test
  void keeps_the_transition_time_while_only_the_message_changes() {
    List<Condition> after =
        Conditions.set(
            before, Conditions.of("Available", false, "InsufficientAvailable", "0 of 2", 2), LATER);

    assertThat(Conditions.find(after, "Available").orElseThrow())
        .returns("2026-01-01T00:00:00Z", Condition::getLastTransitionTime)
        .returns("0 of 2", Condition::getMessage)
        .returns(2L, Condition::getObservedGeneration);
  }

  @Test
  void moves_the_transition_time_when_the_status_changes() {
    List<Condition> after =
        Conditions.set(
            before, Conditions.of("Available", true, "AllAvailable", "2 of 2", 2), LATER);

    assertThat(Conditions.find(after, "Available").orElseThrow().getLastTransitionTime())
        .isEqualTo("2026-01-01T01:00:00Z");
    assertThat(Conditions.flips(before, after, "Available")).isTrue();
  }

  @Test
  void leaves_conditions_of_others_alone() {
    List<Condition> after =
        Conditions.set(
            before, Conditions.of("Available", true, "AllAvailable", "2 of 2", 2), LATER);

    assertThat(after.getFirst()).isEqualTo(before.getFirst());
    assertThat(after).hasSize(2);
  }

  @Test
  void sees_a_condition_that_appears_as_a_flip() {
    assertThat(Conditions.flips(List.of(), before, "Available")).isTrue();
    assertThat(Conditions.flips(before, before, "Available")).isFalse();
  }

  @Test
  void a_transition_that_is_still_to_come_is_one_of_now() {
    Instant now = Instant.parse("2026-01-01T00:00:00.5Z");
    Condition wanted = Conditions.of("T", true, "R", "m");

    assertThat(Conditions.set(List.of(at(wanted, "2036-01-01T00:00:00Z")), wanted, now))
        .containsExactly(at(wanted, "2026-01-01T00:00:00Z"));
    assertThat(Conditions.set(List.of(at(wanted, "2026-01-01T00:00:01Z")), wanted, now))
        .as("whole seconds are rounded up")
        .containsExactly(at(wanted, "2026-01-01T00:00:01Z"));
  }

  private static Condition at(Condition condition, String time) {
    return new ConditionBuilder(condition).withLastTransitionTime(time).build();
  }
}
