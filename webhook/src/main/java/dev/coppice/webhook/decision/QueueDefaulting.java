package dev.coppice.webhook.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.coppice.api.queue.Queue;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.queue.NeverForKai;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Verdict;

/** Writes Queues as KAI reads them; what cannot be read, the schema refuses with better words. */
public final class QueueDefaulting implements Reviewer {

  @Override
  public Verdict review(ReviewRequest request) {
    if (request.object() == null) {
      return Verdict.allow();
    }
    try {
      Queue queue = request.object().as(Queue.class);
      if (queue.getMetadata() == null) {
        return Verdict.allow();
      }
      JsonPatch patch = NeverForKai.patch(queue);
      return patch.isEmpty() ? Verdict.allow() : Verdict.patch(patch.operations());
    } catch (JsonProcessingException unreadable) {
      return Verdict.allow();
    }
  }
}
