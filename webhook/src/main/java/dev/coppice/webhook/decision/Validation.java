package dev.coppice.webhook.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Judges whole objects of one kind.
 *
 * @param <T> the kind
 */
public final class Validation<T extends HasMetadata> implements Reviewer {

  private final Class<T> type;
  private final Function<T, Findings> onCreate;
  private final BiFunction<T, T, Findings> onUpdate;

  /** With these rules; an update is judged with the old object first. */
  public Validation(
      Class<T> type, Function<T, Findings> onCreate, BiFunction<T, T, Findings> onUpdate) {
    this.type = type;
    this.onCreate = onCreate;
    this.onUpdate = onUpdate;
  }

  @Override
  public Verdict review(ReviewRequest request) {
    String kind = HasMetadata.getKind(type);
    if (!kind.equals(request.about().getKind().getKind())) {
      return Verdict.deny(
          Denials.badRequest(
              "a %s is not judged here, only %s"
                  .formatted(request.about().getKind().getKind(), kind)));
    }
    return switch (request.about().getOperation()) {
      case "CREATE", "UPDATE" -> judge(request);
      default -> Verdict.allow();
    };
  }

  private Verdict judge(ReviewRequest request) {
    ObjectNode node = request.object();
    if (node == null) {
      return Verdict.deny(Denials.badRequest("request.object is missing"));
    }
    if (Leaving.isWithSameSpec(request)) {
      return Verdict.allow();
    }
    T object;
    try {
      object = ReviewFormat.mapper().treeToValue(node, type);
    } catch (JsonProcessingException e) {
      return Judgement.of(request, type, UnreadableFindings.of(e, node));
    }
    T before = stored(request.oldObject());
    Findings findings = before == null ? onCreate.apply(object) : onUpdate.apply(before, object);
    return Judgement.of(request, type, findings);
  }

  /** What is stored and cannot be read does nothing either; it must be possible to repair it. */
  private @Nullable T stored(@Nullable ObjectNode node) {
    try {
      return node == null ? null : ReviewFormat.mapper().treeToValue(node, type);
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}
