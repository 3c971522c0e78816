package dev.coppice.webhook.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.DefaultsPatch;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.ReviewedObject;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Verdict;
import org.jspecify.annotations.Nullable;

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
    ReviewedObject submitted = request.object();
    if (submitted == null) {
      return Verdict.allow();
    }
    try {
      PodCliqueSet set = submitted.as(PodCliqueSet.class);
      if (rules.review(request) instanceof Verdict.Denied denied) {
        return denied;
      }
      PodCliqueSet before = stored(request.oldObject());
      JsonNode operations =
          (before == null ? DefaultsPatch.of(set) : DefaultsPatch.of(before, set)).operations();
      // The namespace has a default, and what it stands in is not made by a patch.
      return operations.isEmpty() || !submitted.has("metadata")
          ? Verdict.allow()
          : Verdict.patch(operations);
    } catch (JsonProcessingException unreadable) {
      return Verdict.allow();
    }
  }

  // What is stored and cannot be read has no defaults to keep.
  private static @Nullable PodCliqueSet stored(@Nullable ReviewedObject object) {
    try {
      return object == null ? null : object.as(PodCliqueSet.class);
    } catch (JsonProcessingException unreadable) {
      return null;
    }
  }
}
