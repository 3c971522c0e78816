package dev.coppice.webhook.registration;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import java.util.List;
import java.util.Set;

/**
 * Whose evictions are judged.
 *
 * @param schedulers the users
 * @param alone whether nobody asks before, so that nothing may pass while the webhook is down
 */
public record GuardedEvictions(Set<String> schedulers, boolean alone) {

  private static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";
  private static final List<String> SYSTEM =
      List.of("kube-system", "kube-public", "kube-node-lease");

  /** Keeps a copy. */
  public GuardedEvictions {
    schedulers = Set.copyOf(schedulers);
  }

  /** The namespaces in which there may be gangs. */
  LabelSelector namespaces() {
    return new LabelSelectorBuilder()
        .addNewMatchExpression()
        .withKey(NAMESPACE_NAME)
        .withOperator("NotIn")
        .withValues(SYSTEM)
        .endMatchExpression()
        .build();
  }
}
