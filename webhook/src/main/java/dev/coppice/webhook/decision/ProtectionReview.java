package dev.coppice.webhook.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.coppice.core.admission.protection.ProtectedWrite;
import dev.coppice.core.admission.protection.ProtectedWrite.Operation;
import dev.coppice.core.admission.protection.Protection;
import dev.coppice.core.status.Words;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.ReviewedObject;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionRequest;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Judges who changes what the operator made. */
public final class ProtectionReview implements Reviewer {

  private final Protection protection;

  /** With the rules of the core. */
  public ProtectionReview(Protection protection) {
    this.protection = protection;
  }

  @Override
  public Verdict review(ReviewRequest request) {
    Optional<Operation> operation =
        Arrays.stream(Operation.values())
            .filter(known -> known.name().equals(request.about().getOperation()))
            .findFirst();
    if (operation.isEmpty()) {
      return Verdict.deny(
          Denials.badRequest(
              Words.sentence("unknown operation %s", request.about().getOperation())));
    }
    return judge(request, operation.get());
  }

  private Verdict judge(ReviewRequest request, Operation operation) {
    if (operation == Operation.CONNECT) {
      return Verdict.allow();
    }
    ReviewedObject object = operation == Operation.CREATE ? request.object() : request.oldObject();
    if (object == null) {
      return Verdict.deny(Denials.badRequest("the object is missing"));
    }
    try {
      return object
          .field("metadata", ObjectMeta.class)
          .map(metadata -> verdict(protection.judge(write(request.about(), operation, metadata))))
          .orElseGet(() -> Verdict.deny(Denials.badRequest("the object has no metadata")));
    } catch (JsonProcessingException e) {
      return Verdict.deny(Denials.unreadable("the object cannot be read", e));
    }
  }

  private static ProtectedWrite write(
      AdmissionRequest about, Operation operation, ObjectMeta metadata) {
    UserInfo user = Objects.requireNonNullElseGet(about.getUserInfo(), UserInfo::new);
    return new ProtectedWrite(
        Objects.requireNonNullElse(user.getUsername(), ""),
        groups(user),
        operation,
        Objects.requireNonNullElse(about.getKind().getKind(), ""),
        Objects.requireNonNullElse(about.getNamespace(), ""),
        metadata);
  }

  private static Set<String> groups(UserInfo user) {
    return Objects.requireNonNullElse(user.getGroups(), List.<String>of()).stream()
        .filter(Objects::nonNull)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Verdict verdict(dev.coppice.core.admission.protection.Verdict judged) {
    return switch (judged) {
      case dev.coppice.core.admission.protection.Verdict.Allow() -> Verdict.allow();
      case dev.coppice.core.admission.protection.Verdict.AllowWithWarning(String warning) ->
          Verdict.allow(List.of(warning));
      case dev.coppice.core.admission.protection.Verdict.Deny(String message) ->
          Verdict.deny(Denials.forbidden(message));
    };
  }
}
