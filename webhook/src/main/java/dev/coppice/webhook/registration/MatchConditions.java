package dev.coppice.webhook.registration;

import dev.coppice.core.admission.protection.TrustedUsers;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import java.util.Set;

/**
 * What the API server decides by itself, in CEL, before it calls a webhook: what they exclude works
 * while the webhook is down.
 */
final class MatchConditions {

  /** Whatever is being deleted has to be able to go. */
  static final MatchCondition NOT_TERMINATING =
      condition(
          "not-terminating", "oldObject == null || !has(oldObject.metadata.deletionTimestamp)");

  /**
   * A specification that changes. What a scale changes is that, and nobody who takes a finalizer
   * away or writes to metadata is asked about.
   */
  static final MatchCondition OTHER_SPEC = condition("other-spec", otherSpec());

  /** Whatever is being deleted has to be able to go, and is no way in. */
  static final MatchCondition NOT_TERMINATING_OR_OTHER_SPEC =
      condition(
          "not-terminating-or-other-spec",
          "oldObject == null || !has(oldObject.metadata.deletionTimestamp) || " + otherSpec());

  /** A scale of nothing has no {@code spec.replicas}, and an object has none before defaults. */
  static final MatchCondition OTHER_REPLICAS =
      condition("other-replicas", replicas("object") + " != " + replicas("oldObject"));

  /** An operator in {@code kube-system} is among them, but writes to no {@code /scale}. */
  static final MatchCondition BY_AUTOSCALERS =
      condition("by-autoscalers", TrustedUsers.CONTROLLERS.theseAsCel());

  private MatchConditions() {}

  /** Whoever keeps the cluster running is never held up. */
  static MatchCondition byOthers(TrustedUsers trusted) {
    return condition("by-others", trusted.othersAsCel());
  }

  /** Of evictions nobody's but those of schedulers are judged. */
  static MatchCondition bySchedulers(Set<String> users) {
    return condition("by-schedulers", TrustedUsers.usersAsCel(users));
  }

  private static String otherSpec() {
    return spec("object") + " != " + spec("oldObject");
  }

  private static String spec(String object) {
    return "(has(%1$s.spec) ? %1$s.spec : null)".formatted(object);
  }

  private static String replicas(String object) {
    return "(has(%1$s.spec) && has(%1$s.spec.replicas) ? %1$s.spec.replicas : 0)".formatted(object);
  }

  private static MatchCondition condition(String name, String expression) {
    return new MatchCondition(expression, name);
  }
}
