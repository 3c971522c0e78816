package dev.coppice.kube.trust;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A registration as it was seen.
 *
 * @param required whether the webhook does its work only if it is there
 * @param object as a tree, so that fields of newer versions survive; null if there is none
 */
public record Registration(
    RegistrationName name, boolean required, @Nullable GenericKubernetesResource object) {

  private static final String CA_BUNDLE = "caBundle";

  /** Whether it is there. */
  public boolean exists() {
    return object != null;
  }

  /** Whether every webhook in it trusts exactly this bundle, in base64. */
  public boolean trusts(String bundle) {
    return object != null
        && webhooks(object).stream()
            .map(webhook -> (Map<?, ?>) webhook.get("clientConfig"))
            .allMatch(client -> Objects.equals(client.get(CA_BUNDLE), bundle));
  }

  /**
   * The operations of a JSON patch by which every webhook in it trusts a bundle, in base64. They
   * fail on another state than was seen, since they name webhooks by their places.
   */
  List<Map<String, Object>> trusting(String bundle) {
    GenericKubernetesResource seen = Objects.requireNonNull(object);
    Stream<Map<String, Object>> onlyAsSeen =
        Stream.of(operation("replace", "/metadata/resourceVersion", version(seen)));
    Stream<Map<String, Object>> bundles =
        IntStream.range(0, webhooks(seen).size())
            .mapToObj(i ->
                operation("add", "/webhooks/%d/clientConfig/%s".formatted(i, CA_BUNDLE), bundle));
    return Stream.concat(onlyAsSeen, bundles).toList();
  }

  private static String version(GenericKubernetesResource object) {
    return object.getMetadata().getResourceVersion();
  }

  private static Map<String, Object> operation(String operation, String path, String value) {
    return Map.of("op", operation, "path", path, "value", value);
  }

  @SuppressWarnings("unchecked") // what a tree is made of
  private static List<Map<String, Object>> webhooks(GenericKubernetesResource object) {
    Object webhooks = object.getAdditionalProperties().getOrDefault("webhooks", List.of());
    return (List<Map<String, Object>>) webhooks;
  }
}
