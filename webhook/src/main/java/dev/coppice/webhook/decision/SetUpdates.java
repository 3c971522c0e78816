package dev.coppice.webhook.decision;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.webhook.review.UnansweredException;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Judges changed sets, and tells what of an allowed change does not reach the objects below. Advice
 * is worth no refusal: where it cannot be had, that is what is told.
 */
public final class SetUpdates implements BiFunction<PodCliqueSet, PodCliqueSet, Findings> {

  private final Admission admission;

  /** With the rules of the core. */
  public SetUpdates(Admission admission) {
    this.admission = admission;
  }

  @Override
  public Findings apply(PodCliqueSet before, PodCliqueSet after) {
    Findings findings = admission.onUpdate(before, after);
    return findings.isAllowed() ? findings.and(kept(before, after)) : findings;
  }

  private Findings kept(PodCliqueSet before, PodCliqueSet after) {
    try {
      return admission.keptReplicas(before, after);
    } catch (UnansweredException e) {
      return new Findings(
          List.of(),
          List.of(
              "spec.template: PodCliques and PodCliqueScalingGroups that are there keep their own replicas; whether those differ is not known: "
                  + e.getMessage()));
    }
  }
}
