package dev.coppice.kube.trust;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A registration as it was seen.
 *
 * @param required whether the webhook does its work only if it is there
 * @param object as a tree, so that fields of newer versions survive; null if there is none
 */
public record Registration(
    RegistrationName name, boolean required, @Nullable GenericKubernetesResource object) {

  static final String CA_BUNDLE = "caBundle";

  /** Whether it is there. */
  public boolean exists() {
    return object != null;
  }

  /** Whether every webhook in it trusts exactly this bundle, in base64. */
  public boolean trusts(String bundle) {
    return object != null
        && clientConfigs(object).stream()
            .allMatch(client -> Objects.equals(client.get(CA_BUNDLE), bundle));
  }

  /** The places in an object that say whom to trust; changes to them change the object. */
  @SuppressWarnings("unchecked") // what a tree is made of
  static List<Map<String, Object>> clientConfigs(GenericKubernetesResource object) {
    Object webhooks = object.getAdditionalProperties().getOrDefault("webhooks", List.of());
    return ((List<Map<String, Object>>) webhooks)
        .stream()
            .map(webhook -> (Map<String, Object>) webhook.get("clientConfig"))
            .filter(Objects::nonNull)
            .toList();
  }
}
