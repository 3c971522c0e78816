package dev.coppice.webhook.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.status.Words;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.ReviewedObject;
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
              Words.sentence(
                  "a %s is not judged here, only %s", request.about().getKind().getKind(), kind)));
    }
    return switch (request.about().getOperation()) {
      case "CREATE", "UPDATE" -> judge(request);
      default -> Verdict.allow();
    };
  }

  private Verdict judge(ReviewRequest request) {
    ReviewedObject submitted = request.object();
    if (submitted == null) {
      return Verdict.deny(Denials.badRequest("request.object is missing"));
    }
    if (Leaving.isWithSameSpec(request)) {
      return Verdict.allow();
    }
    T object;
    try {
      object = submitted.as(type);
    } catch (JsonProcessingException e) {
      return Judgement.of(request, type, UnreadableFindings.of(e, submitted));
    }
    T before = stored(request.oldObject());
    Findings findings = before == null ? onCreate.apply(object) : onUpdate.apply(before, object);
    return Judgement.of(request, type, findings);
  }

  /** What is stored and cannot be read does nothing either; it must be possible to repair it. */
  private @Nullable T stored(@Nullable ReviewedObject object) {
    try {
      return object == null ? null : object.as(type);
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}
