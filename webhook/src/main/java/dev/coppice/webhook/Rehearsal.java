package dev.coppice.webhook;

import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.ReviewReader;
import dev.coppice.webhook.review.ReviewReading;
import dev.coppice.webhook.review.ReviewReading.Review;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Tokens;
import dev.coppice.webhook.review.Verdict;
import java.nio.charset.StandardCharsets;

/**
 * A review before the first one: it loads the thousand classes that a set is made of, for which a
 * user would wait otherwise.
 */
final class Rehearsal {

  private static final byte[] REVIEW =
      """
      {"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": {
        "uid": "rehearsal", "operation": "CREATE", "name": "x", "namespace": "x",
        "kind": {"group": "grove.io", "version": "v1alpha1", "kind": "PodCliqueSet"},
        "resource": {"group": "grove.io", "version": "v1alpha1", "resource": "podcliquesets"},
        "object": {"apiVersion": "grove.io/v1alpha1", "kind": "PodCliqueSet",
          "metadata": {"name": "x", "namespace": "x"},
          "spec": {"replicas": 1, "template": {
            "podCliqueScalingGroups": [{"name": "g", "replicas": 1, "minAvailable": 1,
              "cliqueNames": ["a"], "scaleConfig": {"maxReplicas": 2}}],
            "cliques": [{"name": "a", "spec": {"replicas": 1, "podSpec": {
              "containers": [{"name": "c", "image": "i", "env": [{"name": "A", "value": "b"}],
                "resources": {"limits": {"cpu": "1"}}}]}}}]}}}}}
      """
          .getBytes(StandardCharsets.UTF_8);

  private Rehearsal() {}

  /** Has a webhook that judges or completes sets answer; nobody hears the answer. */
  static Verdict of(Reviewer reviewer) {
    ReviewReading reading = ReviewReader.read(REVIEW, new Tokens(() -> true));
    if (!(reading instanceof Review(var request))) {
      throw new IllegalStateException("the rehearsal is no review");
    }
    Verdict verdict = reviewer.review(request);
    var _ = ReviewFormat.write(request.uid(), verdict);
    return verdict;
  }
}
