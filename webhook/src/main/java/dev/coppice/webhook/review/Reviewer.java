package dev.coppice.webhook.review;

/** Answers reviews of one sort; may be asked by many threads at once. */
@FunctionalInterface
public interface Reviewer {

  /** The answer; an exception is a bug, or an answer that cannot be had now. */
  Verdict review(ReviewRequest request);
}
