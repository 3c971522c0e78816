package dev.coppice.webhook.decision;

import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.ReviewedObject;

/** What is being deleted: it has to be able to go, whatever stands in it. */
final class Leaving {

  private Leaving() {}

  /**
   * Whether a write to what is being deleted leaves its specification alone, such as one that takes
   * a finalizer away. Specifications are compared as they came: to compare what is read of them
   * could cost more than to judge it, and what cannot be read could not be compared.
   */
  static boolean isWithSameSpec(ReviewRequest request) {
    ReviewedObject object = request.object();
    ReviewedObject stored = request.oldObject();
    return object != null
        && stored != null
        && stored.hasText("metadata", "deletionTimestamp")
        && object.isSame("spec", stored);
  }
}
