package dev.coppice.webhook;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.protection.Protection;
import dev.coppice.core.admission.protection.TrustedUsers;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.webhook.decision.ChildValidation;
import dev.coppice.webhook.decision.ProtectionReview;
import dev.coppice.webhook.decision.ScaleValidation;
import dev.coppice.webhook.decision.SetDefaulting;
import dev.coppice.webhook.decision.SetUpdates;
import dev.coppice.webhook.decision.Validation;
import dev.coppice.webhook.review.ReviewPath;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Verdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Who answers reviews of our own kinds. */
public final class Reviewers {

  private Reviewers() {}

  /**
   * By the rules of the core.
   *
   * @param rules what an administrator decides about them
   * @param trusted who may change what the operator made; empty if everybody may
   * @param lookup what objects are compared with
   */
  public static Map<ReviewPath, Reviewer> of(
      AdmissionSettings rules, Optional<TrustedUsers> trusted, AdmissionLookup lookup) {
    Admission admission = new Admission(rules, lookup);
    Map<ReviewPath, Reviewer> reviewers = new EnumMap<>(ReviewPath.class);
    Reviewer sets = new Validation<>(PodCliqueSet.class, admission::onCreate, admission::onUpdate);
    reviewers.put(ReviewPath.DEFAULT_PODCLIQUESET, new SetDefaulting(sets));
    reviewers.put(
        ReviewPath.VALIDATE_PODCLIQUESET,
        new Validation<>(PodCliqueSet.class, admission::onCreate, new SetUpdates(admission)));
    reviewers.put(
        ReviewPath.VALIDATE_CLUSTERTOPOLOGY,
        new Validation<>(ClusterTopologyBinding.class, admission::onCreate, admission::onUpdate));
    reviewers.put(ReviewPath.VALIDATE_CHILD, new ChildValidation(admission));
    reviewers.put(ReviewPath.VALIDATE_SCALE, new ScaleValidation(admission));
    // A registration that protection left behind must not stop the cluster.
    reviewers.put(
        ReviewPath.AUTHORIZER,
        trusted
            .<Reviewer>map(those -> new ProtectionReview(new Protection(those, lookup)))
            .orElse(_ -> Verdict.allow()));
    return reviewers;
  }
}
