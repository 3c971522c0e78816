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
 * schema refuses it with better words.
 *
 * <p>What breaks a rule is refused here already, with everything that is wrong. The API server
 * compares with the schema next, and would tell only what stands there.
 */
public final class SetDefaulting implements Reviewer {

  private final Reviewer rules;

  /**
   * Asks the rules first.
   *
   * @param rules judges whole sets; what it warns of is told when it is asked again
   */
  public SetDefaulting(Reviewer rules) {
    this.rules = rules;
  }

  @Override
  public Verdict review(ReviewRequest request) {
    ObjectNode submitted = request.object();
    if (submitted == null) {
      return Verdict.allow();
    }
    try {
      PodCliqueSet set = ReviewFormat.mapper().treeToValue(submitted, PodCliqueSet.class);
      if (rules.review(request) instanceof Verdict.Denied denied) {
        return denied;
      }
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
