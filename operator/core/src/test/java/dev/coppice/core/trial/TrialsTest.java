package dev.coppice.core.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Trial;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialsTest {

  private static final Purpose TRY = Purpose.unannounced("ERR_TRY", "tried", "pod template");

  private static Action.Try trial(String image) {
    return new Action.Try(
        new PodBuilder()
            .withNewMetadata()
            .withName("s-0-a-0-trial")
            .withNamespace("n")
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withImage(image)
            .endContainer()
            .endSpec()
            .build(),
        "spec.template.cliques[0]",
        TRY);
  }

  private static Snapshot<PodCliqueSet> after(Action.Try trial, Trial answer) {
    return Snapshot.of(new PodCliqueSet(), Observed.of(List.of()))
        .with(List.of(new Answer(trial, new Outcome.Tried(answer))));
  }

  @Test
  void what_was_taken_is_not_tried_again_in_the_same_reconcile() {
    Snapshot<PodCliqueSet> taken = after(trial("a"), new Trial.Accepted());

    assertThat(Trials.areTaken(taken, List.of(trial("a")))).isTrue();
    assertThat(Trials.due(taken, List.of(trial("a")))).isEmpty();
  }

  /** A live read brings another template into the middle of a reconcile. */
  @Test
  void what_was_taken_tells_nothing_about_another_template_of_the_same_clique() {
    Snapshot<PodCliqueSet> taken = after(trial("a"), new Trial.Accepted());

    assertThat(Trials.areTaken(taken, List.of(trial("b")))).isFalse();
    assertThat(Trials.due(taken, List.of(trial("b")))).containsExactly(trial("b"));
  }

  @Test
  void what_was_refused_is_not_taken_and_says_where_it_stands() {
    Snapshot<PodCliqueSet> refused =
        after(trial("a"), new Trial.Refused("no such image", List.of()));

    assertThat(Trials.areTaken(refused, List.of(trial("a")))).isFalse();
    assertThat(Trials.due(refused, List.of(trial("a")))).isEmpty();
    assertThat(Trials.refusal(refused, trial("a")))
        .hasValueSatisfying(
            words -> assertThat(words).contains("spec.template.cliques[0]", "no such image"));
  }
}
