package dev.coppice.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressingConditionTest {

  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

  private static List<Condition> known(String status, String reason) {
    return status == null
        ? List.of()
        : List.of(
            Conditions.of(
                ConditionTypes.PROGRESSING, status.equals("True"), reason, "as it was", 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # before        | on delete | moving | reached | waits for  | status | reason
          |          | false     | false  | false   | x          | True   | Creating
          |          | false     | false  | true    |            | False  | Complete
          True | Creating | false     | false  | false   | x          | True   | Creating
          True | Creating | false     | true   | false   |            | True   | Updating
          True | Creating | false     | false  | true    |            | False  | Complete
          # what is lost later is no progress
          False| Complete | false     | false  | false   | x          | False  | Complete
          False| Complete | false     | true   | true    |            | True   | Updating
          False| Complete | false     | true   | false   | x          | True   | WaitingForReady
          True | Updating | false     | false  | false   | x          | True   | WaitingForReady
          True | Updating | false     | false  | true    |            | False  | Complete
          # under OnDelete only the first creation is awaited
          |          | true      | false  | false   | x          | True   | Creating
          True | Creating | true      | true   | true    |            | False  | OnDelete
          False| Complete | true      | true   | false   | x          | False  | OnDelete
          False| OnDelete | true      | true   | false   | x          | False  | OnDelete
          # what an update was about is not awaited any more
          True  | Updating | true  | true  | false | x | False | OnDelete
          # back to a rolling update that has nothing to do
          False| OnDelete | false     | false  | false   | x          | False  | Complete
          """)
  void is_true_until_every_replica_has_come_to_the_template(
      String before,
      String beforeReason,
      boolean onDelete,
      boolean moving,
      boolean reached,
      String waitsFor,
      String status,
      String reason) {
    ProgressingCondition condition =
        new ProgressingCondition(
            onDelete, moving, reached, Optional.ofNullable(waitsFor), "1 of 2 pods are", 1);

    assertThat(condition.setIn(known(before, beforeReason), 2, NOW))
        .singleElement()
        .returns(status, Condition::getStatus)
        .returns(reason, Condition::getReason)
        .returns(2L, Condition::getObservedGeneration);
  }

  @Test
  void names_whom_it_waits_for() {
    ProgressingCondition condition =
        new ProgressingCondition(false, true, false, Optional.of("pod a-0"), "1 of 2 pods are", 1);

    assertThat(condition.setIn(List.of(), 1, NOW))
        .singleElement()
        .returns(
            "1 of 2 pods are at the current template, waits for pod a-0", Condition::getMessage);
  }

  @Test
  void keeps_the_numbers_with_which_it_came_to_its_end() {
    ProgressingCondition lost =
        new ProgressingCondition(false, false, false, Optional.empty(), "0 of 2 pods are", 0);

    assertThat(lost.setIn(known("False", "Complete"), 1, NOW))
        .singleElement()
        .returns("as it was", Condition::getMessage);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | no pod is made from an old template
          1 | 1 pod is made from an old template and stays until it is deleted
          3 | 3 pods are made from an old template and stay until they are deleted
          """)
  void counts_what_stays_under_on_delete(int outdated, String message) {
    ProgressingCondition condition =
        new ProgressingCondition(true, false, true, Optional.empty(), "1 of 2 pods are", outdated);

    assertThat(condition.setIn(List.of(), 1, NOW))
        .singleElement()
        .returns(message, Condition::getMessage);
  }
}
