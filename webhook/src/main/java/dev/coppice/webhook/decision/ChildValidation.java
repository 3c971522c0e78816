package dev.coppice.webhook.decision;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.status.Words;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Objects;

/** Judges PodCliques and scaling groups that are created. */
public final class ChildValidation implements Reviewer {

  private final Map<String, Reviewer> kinds;

  /** With the rules of the core. */
  public ChildValidation(Admission admission) {
    this.kinds =
        Map.of(
            HasMetadata.getKind(PodClique.class),
            new Validation<>(PodClique.class, admission::onCreate, (_, _) -> Findings.NONE),
            HasMetadata.getKind(PodCliqueScalingGroup.class),
            new Validation<>(
                PodCliqueScalingGroup.class, admission::onCreate, (_, _) -> Findings.NONE));
  }

  @Override
  public Verdict review(ReviewRequest request) {
    String kind = Objects.requireNonNullElse(request.about().getKind().getKind(), "");
    Reviewer reviewer = kinds.get(kind);
    return reviewer == null
        ? Verdict.deny(Denials.badRequest(Words.sentence("a %s is not judged here", kind)))
        : reviewer.review(request);
  }
}
