package dev.coppice.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.webhook.decision.SetDefaulting;
import dev.coppice.webhook.decision.Validation;
import dev.coppice.webhook.review.Verdict;
import org.junit.jupiter.api.Test;

class RehearsalTest {

  @Test
  void a_rehearsal_goes_all_the_way_of_a_good_set() {
    Admission admission = new Admission(AdmissionSettings.standard(), new KnownObjects());

    Verdict completed = Rehearsal.of(new SetDefaulting(_ -> Verdict.allow()));
    Verdict judged =
        Rehearsal.of(
            new Validation<>(PodCliqueSet.class, admission::onCreate, admission::onUpdate));

    assertThat(((Verdict.Allowed) completed).patch()).isNotEmpty();
    assertThat(judged).isInstanceOf(Verdict.Allowed.class);
  }
}
