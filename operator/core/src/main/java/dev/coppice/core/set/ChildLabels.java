package dev.coppice.core.set;

import dev.coppice.api.Components;
import dev.coppice.api.Labels;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The labels of the objects below a PodCliqueSet, and the selectors made of them. */
public final class ChildLabels {

  private ChildLabels() {}

  /** What every object below a set carries. */
  public static Map<String, String> common(String setName) {
    return new TreeMap<>(Map.of(Labels.MANAGED_BY, Labels.MANAGER, Labels.PART_OF, setName));
  }

  /** The labels of a headless Service. */
  static Map<String, String> headlessService(String setName, int replica, String name) {
    Map<String, String> labels = setReplica(setName, replica);
    labels.put(Labels.NAME, name);
    labels.put(Labels.COMPONENT, Components.HEADLESS_SERVICE);
    return labels;
  }

  /** What the pods of one set replica have in common. */
  static Map<String, String> setReplica(String setName, int replica) {
    Map<String, String> labels = common(setName);
    labels.put(Labels.SET_REPLICA_INDEX, Integer.toString(replica));
    return labels;
  }

  /** The labels of a standalone PodClique; ours win over those of the clique template. */
  static Map<String, String> standaloneClique(
      String setName,
      int replica,
      String name,
      Map<String, String> template,
      String hash,
      String gang) {
    Map<String, String> labels = new TreeMap<>(template);
    labels.putAll(setReplica(setName, replica));
    labels.put(Labels.NAME, name);
    labels.put(Labels.COMPONENT, Components.SET_POD_CLIQUE);
    labels.put(Labels.POD_GANG, gang);
    labels.put(Labels.POD_TEMPLATE_HASH, hash);
    return labels;
  }

  /** A label selector as {@code /scale} publishes it: comma-joined, keys sorted. */
  public static String selector(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(","));
  }
}
