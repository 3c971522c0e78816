package dev.coppice.webhook.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.scale.ScalableKind;
import dev.coppice.core.status.Words;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Objects;

/**
 * Judges another number of replicas: in a PodClique or a scaling group itself, and by {@code
 * /scale} of all three kinds, where a review holds a Scale in place of the object.
 */
public final class ScaleValidation implements Reviewer {

  private static final String SCALE = "scale";

  private final Admission admission;
  private final Map<String, Reviewer> wholeObjects;

  /** With the rules of the core. */
  public ScaleValidation(Admission admission) {
    this.admission = admission;
    this.wholeObjects =
        Map.of(
            HasMetadata.getPlural(PodClique.class),
            new Validation<>(PodClique.class, _ -> Findings.NONE, admission::onUpdate),
            HasMetadata.getPlural(PodCliqueScalingGroup.class),
            new Validation<>(PodCliqueScalingGroup.class, _ -> Findings.NONE, admission::onUpdate));
  }

  @Override
  public Verdict review(ReviewRequest request) {
    String resource = Objects.requireNonNullElse(request.about().getResource().getResource(), "");
    if (SCALE.equals(request.about().getSubResource())) {
      return ScalableKind.ofResource(resource)
          .map(kind -> scale(request, kind))
          .orElseGet(() -> misplaced(resource + "/scale"));
    }
    Reviewer whole = wholeObjects.get(resource);
    return whole == null ? misplaced(resource) : whole.review(request);
  }

  private Verdict scale(ReviewRequest request, ScalableKind kind) {
    if (request.object() == null) {
      return Verdict.deny(Denials.badRequest("request.object is missing"));
    }
    JsonNode replicas;
    try {
      // Zero is left out of a Scale.
      replicas =
          request
              .object()
              .field("spec", JsonNode.class)
              .map(spec -> spec.path("replicas"))
              .orElseGet(MissingNode::getInstance);
    } catch (JsonProcessingException e) {
      return Verdict.deny(Denials.unreadable("the object cannot be read", e));
    }
    if (!replicas.isMissingNode() && !replicas.canConvertToInt()) {
      return Verdict.deny(Denials.badRequest("spec.replicas is not a number of replicas"));
    }
    Findings findings =
        admission.onScale(
            kind,
            Objects.requireNonNullElse(request.about().getNamespace(), ""),
            Objects.requireNonNullElse(request.about().getName(), ""),
            replicas.asInt(0));
    return Judgement.of(request, kind.type(), findings);
  }

  private static Verdict misplaced(String resource) {
    return Verdict.deny(Denials.badRequest(Words.sentence("%s are not judged here", resource)));
  }
}
