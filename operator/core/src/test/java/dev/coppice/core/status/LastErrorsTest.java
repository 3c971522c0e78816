package dev.coppice.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.status.LastError;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.status.LastErrors.OfChild;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LastErrorsTest {

  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = Instant.parse("2026-01-01T01:00:00Z");

  @Test
  void keeps_the_time_of_what_is_refused_again_in_the_same_words() {
    List<LastError> before = List.of(new LastError("ERR_CREATE_POD", "no quota", FIRST));

    assertThat(LastErrors.of(before, refused("ERR_CREATE_POD", "no quota"), LATER))
        .isEqualTo(before);
    assertThat(LastErrors.of(before, refused("ERR_CREATE_POD", "no node"), LATER))
        .containsExactly(new LastError("ERR_CREATE_POD", "no node", LATER));
  }

  @Test
  void repeats_of_each_failure_of_children_the_first_by_name_and_five_at_most() {
    Stream<OfChild> children =
        IntStream.range(0, 9)
            .boxed()
            .flatMap(index ->
                Stream.of("s-%d-b", "s-%d-a")
                    .flatMap(name ->
                        OfChild.of(
                            clique(name.formatted(index)),
                            List.of(new LastError("ERR", "reason " + index, FIRST)))));

    assertThat(LastErrors.of(List.of(), refused("ERR", "own"), children, LATER))
        .extracting(LastError::description)
        .containsExactly(
            "own",
            "PodClique s-0-a: reason 0",
            "PodClique s-1-a: reason 1",
            "PodClique s-2-a: reason 2",
            "PodClique s-3-a: reason 3",
            "PodClique s-4-a: reason 4");
  }

  @Test
  void does_not_repeat_what_a_child_repeats_or_its_owner_says_itself() {
    List<LastError> errors =
        List.of(
            new LastError("ERR", "PodClique s-0-g-0-a: no quota", FIRST),
            new LastError("ERR", "own", FIRST));

    assertThat(
            LastErrors.of(
                List.of(), refused("ERR", "own"), OfChild.of(clique("s-0-g"), errors), LATER))
        .containsExactly(new LastError("ERR", "own", LATER));
  }

  private static PodClique clique(String name) {
    PodClique clique = new PodClique();
    clique.setMetadata(new ObjectMetaBuilder().withName(name).build());
    return clique;
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
