package dev.coppice.webhook.review;

import io.fabric8.kubernetes.api.model.Status;
import org.jspecify.annotations.Nullable;

/** What the body of a request turned out to be. */
public sealed interface ReviewReading {

  /** A review that can be answered. */
  record Review(ReviewRequest request) implements ReviewReading {}

  /**
   * Anything else.
   *
   * @param uid what the answer has to repeat, if at least that could be found
   * @param status what is wrong
   */
  record Unreadable(@Nullable String uid, Status status) implements ReviewReading {}
}
