package dev.coppice.webhook.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.DefaultsPatch;
import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;

/**
 * Fills in defaults by a patch of exactly the fields that have one, so that what we do not know of
 * an object, or write differently, is left alone. An object that we cannot read gets no patch: the
 * schema or the rules refuse it with better words.
 */
public final class SetDefaulting implements Reviewer {

  /** Ready to be asked. */
  public SetDefaulting() {}

  @Override
  public Verdict review(ReviewRequest request) {
    ObjectNode submitted = request.object();
    if (submitted == null) {
      return Verdict.allow();
    }
    try {
      PodCliqueSet set = ReviewFormat.mapper().treeToValue(submitted, PodCliqueSet.class);
      JsonNode operations = DefaultsPatch.of(set).operations();
      return operations.isEmpty() || !applies(operations, submitted)
          ? Verdict.allow()
          : Verdict.patch(operations);
    } catch (JsonProcessingException unreadable) {
      return Verdict.allow();
    }
  }

  /** What the object leaves out altogether may be a parent of what has a default. */
  private static boolean applies(JsonNode operations, ObjectNode submitted) {
    try {
      JsonPatch.apply(operations, submitted);
      return true;
    } catch (JsonPatchException e) {
      return false;
    }
  }
}
