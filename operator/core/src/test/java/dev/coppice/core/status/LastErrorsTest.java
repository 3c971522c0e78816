package dev.coppice.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.status.LastError;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.reconcile.Failures.Failure;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastErrorsTest {

  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = Instant.parse("2026-01-01T01:00:00Z");

  @Test
  void keeps_the_time_at_which_an_error_was_first_seen() {
    List<LastError> before = List.of(new LastError("ERR_CREATE_POD", "no quota", FIRST));

    List<LastError> after = LastErrors.of(before, refused("ERR_CREATE_POD", "no node"), LATER);

    assertThat(after).containsExactly(new LastError("ERR_CREATE_POD", "no node", FIRST));
  }

  @Test
  void is_empty_after_a_reconcile_without_a_refusal() {
    List<LastError> before = List.of(new LastError("ERR_CREATE_POD", "no quota", FIRST));

    assertThat(LastErrors.of(before, Failures.none(), LATER)).isEmpty();
  }

  private static Failures refused(String code, String description) {
    return Failures.none().with(new Failure(code, description));
  }
}
