package dev.coppice.webhook.decision;

import dev.coppice.core.admission.field.Findings;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.ReviewedObject;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** Puts what rules found into an answer. */
final class Judgement {

  private Judgement() {}

  static Verdict of(ReviewRequest request, Class<? extends HasMetadata> type, Findings findings) {
    return Verdict.of(
        findings,
        () ->
            Denials.invalid(
                HasMetadata.getGroup(type), HasMetadata.getKind(type), name(request), findings));
  }

  /** A name that is yet to be generated is not in the request. */
  private static String name(ReviewRequest request) {
    String requested = request.about().getName();
    if (requested != null && !requested.isEmpty()) {
      return requested;
    }
    ReviewedObject object = request.object();
    return object == null ? "" : object.name();
  }
}
