package dev.coppice.webhook.decision;

import dev.coppice.api.queue.Queue;
import dev.coppice.core.queue.QueueTree;
import dev.coppice.core.queue.QueueWriteRules;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Verdict;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Judges Queues that are made, changed or deleted. */
public final class QueueReview implements Reviewer {

  private final Supplier<QueueTree> queues;
  private final Predicate<String> exists;
  private final Predicate<String> hasGangs;
  private final boolean sharedWithKai;
  private final boolean protectsDeletion;

  /**
   * With the rules of the core.
   *
   * @param queues those that are there, as far as is known
   * @param exists whether a queue is there at this moment
   * @param hasGangs whether gangs are in the queue of a name
   * @param sharedWithKai whether KAI reads the same objects
   * @param protectsDeletion whether a queue that is in use may not be deleted
   */
  public QueueReview(
      Supplier<QueueTree> queues,
      Predicate<String> exists,
      Predicate<String> hasGangs,
      boolean sharedWithKai,
      boolean protectsDeletion) {
    this.queues = queues;
    this.exists = exists;
    this.hasGangs = hasGangs;
    this.sharedWithKai = sharedWithKai;
    this.protectsDeletion = protectsDeletion;
  }

  @Override
  public Verdict review(ReviewRequest request) {
    QueueWriteRules rules =
        new QueueWriteRules(queues.get(), exists, hasGangs, sharedWithKai, protectsDeletion);
    return "DELETE".equals(request.about().getOperation())
        ? Judgement.of(
            request,
            Queue.class,
            rules.delete(Objects.requireNonNullElse(request.about().getName(), "")))
        : new Validation<>(Queue.class, rules::store, (_, after) -> rules.store(after))
            .review(request);
  }
}
