package dev.coppice.core.admission.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  private final PodCliqueSet set = SampleSet.valid().set();

  @Test
  void without_one_there_is_all_the_time_in_the_world() {
    Deadline.check();

    assertThat(Deadline.during(() -> false, () -> "done")).isEqualTo("done");
  }

  @Test
  void rules_ask_at_every_step_whether_anybody_still_waits() {
    Admission admission = new Admission(AdmissionSettings.standard(), new KnownObjects());
    AtomicInteger steps = new AtomicInteger();
    Deadline.during(
        () -> {
          steps.incrementAndGet();
          return false;
        },
        () -> admission.onCreate(set));

    assertThat(steps.get()).isGreaterThan(50);
    for (int most = 0; most < steps.get(); most++) {
      AtomicInteger left = new AtomicInteger(most);
      assertThatExceptionOfType(Deadline.PassedException.class)
          .isThrownBy(() ->
              Deadline.during(() -> left.getAndDecrement() == 0, () -> admission.onCreate(set)));
    }
  }

  @Test
  void a_rule_that_goes_round_for_ever_ends() {
    Rule<PodCliqueSet> endless =
        (object, _) -> {
          while (true) {
            Parts.forEachClique(object, (_, _) -> {});
          }
        };
    Rule<PodCliqueSet> talkative =
        (_, found) -> {
          while (true) {
            found.warn(FieldPath.ROOT, "and on");
            found.required(FieldPath.ROOT, "and on");
          }
        };

    assertEnds(endless);
    assertEnds(talkative);
  }

  private void assertEnds(Rule<PodCliqueSet> rule) {
    AtomicInteger left = new AtomicInteger(100_000);
    assertThatExceptionOfType(Deadline.PassedException.class)
        .isThrownBy(() ->
            Deadline.during(
                () -> left.getAndDecrement() <= 0,
                () -> {
                  rule.check(set, new Findings.Collector());
                  return "done";
                }));
  }
}
