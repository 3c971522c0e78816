package dev.coppice.core.pod;

import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of which a label has one value. Pods are kept to them by their nodeSelector: the API
 * server lets keys be added to it as long as a gate holds the pod, and all of it has to be true
 * beside whatever affinity the user asks for, while the terms of an affinity are alternatives. A
 * key that the user gives himself stays as it is.
 *
 * @param key of the label
 * @param value of the label
 */
public record NodeDomain(String key, String value) {

  private static final String SELECTOR = "/spec/nodeSelector";

  /** The selector of a pod that is kept to these nodes. */
  Map<String, String> in(@Nullable Map<String, String> selector) {
    Map<String, String> kept = new TreeMap<>(selector == null ? Map.of() : selector);
    kept.putIfAbsent(key, value);
    return kept;
  }

  /** What has to change in a pod that a gate holds. */
  JsonPatch patch(Pod pod) {
    Map<String, String> selector = pod.getSpec().getNodeSelector();
    if (selector == null || selector.isEmpty()) {
      return JsonPatch.create().add(SELECTOR, Map.of(key, value));
    }
    return selector.containsKey(key)
        ? JsonPatch.create()
        : JsonPatch.create().add(Pointer.child(SELECTOR, key), value);
  }
}
