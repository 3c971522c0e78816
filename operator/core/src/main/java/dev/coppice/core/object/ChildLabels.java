package dev.coppice.core.object;

import dev.coppice.api.Components;
import dev.coppice.api.Labels;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The labels of the objects below a PodCliqueSet, and the selectors made of them. */
public final class ChildLabels {

  private static final Set<String> RECOMMENDED =
      Set.of(Labels.MANAGED_BY, Labels.PART_OF, Labels.NAME, Labels.COMPONENT);

  private ChildLabels() {}

  /** What every object below a set carries. */
  public static Map<String, String> common(String setName) {
    return new TreeMap<>(Map.of(Labels.MANAGED_BY, Labels.MANAGER, Labels.PART_OF, setName));
  }

  /** What the pods of one set replica have in common. */
  public static Map<String, String> setReplica(String setName, int replica) {
    Map<String, String> labels = common(setName);
    labels.put(Labels.SET_REPLICA_INDEX, Integer.toString(replica));
    return labels;
  }

  /** What the pods of one scaling group have in common; {@code name} is that of the group. */
  public static Map<String, String> scalingGroupPods(String setName, String name) {
    Map<String, String> labels = common(setName);
    labels.put(Labels.SCALING_GROUP, name);
    return labels;
  }

  /** What one replica of a scaling group has in common; {@code name} is that of the group. */
  public static Map<String, String> scalingGroupReplica(
      String setName, String name, int groupReplica) {
    Map<String, String> labels = scalingGroupPods(setName, name);
    labels.put(Labels.SCALING_GROUP_REPLICA_INDEX, Integer.toString(groupReplica));
    return labels;
  }

  /** The labels of a headless Service. */
  public static Map<String, String> headlessService(String setName, int replica, String name) {
    return named(setReplica(setName, replica), name, Components.HEADLESS_SERVICE);
  }

  /** The labels of a PodCliqueScalingGroup. */
  public static Map<String, String> scalingGroup(String setName, int replica, String name) {
    return named(setReplica(setName, replica), name, Components.SCALING_GROUP);
  }

  /** The labels of a HorizontalPodAutoscaler. */
  public static Map<String, String> autoscaler(String setName, String name) {
    return named(common(setName), name, Components.AUTOSCALER);
  }

  /** What the standalone PodCliques of a set have in common. */
  public static Map<String, String> standaloneCliques(String setName) {
    Map<String, String> labels = common(setName);
    labels.put(Labels.COMPONENT, Components.SET_POD_CLIQUE);
    return labels;
  }

  /** The labels of a standalone PodClique, without those of its template. */
  public static Map<String, String> standaloneClique(
      String setName, int replica, String name, String gang) {
    Map<String, String> labels =
        named(setReplica(setName, replica), name, Components.SET_POD_CLIQUE);
    labels.put(Labels.POD_GANG, gang);
    return labels;
  }

  /**
   * The labels of a PodClique of a scaling group, without those of its template.
   *
   * @param group name of the PodCliqueScalingGroup
   * @param gang the gang of this replica of the group
   * @param baseGang the gang with the minimum of the set replica
   */
  public static Map<String, String> groupClique(
      String setName,
      int replica,
      String group,
      int groupReplica,
      String name,
      String gang,
      String baseGang) {
    Map<String, String> labels =
        named(setReplica(setName, replica), name, Components.SCALING_GROUP_POD_CLIQUE);
    labels.put(Labels.SCALING_GROUP, group);
    labels.put(Labels.SCALING_GROUP_REPLICA_INDEX, Integer.toString(groupReplica));
    labels.put(Labels.POD_GANG, gang);
    if (!gang.equals(baseGang)) {
      labels.put(Labels.BASE_POD_GANG, baseGang);
    }
    return labels;
  }

  /** Those of the labels that say where an object belongs, whatever template it is made from. */
  public static Map<String, String> placing(Map<String, String> labels) {
    Map<String, String> placing = new TreeMap<>(labels);
    placing
        .keySet()
        .removeIf(key ->
            key.equals(Labels.POD_TEMPLATE_HASH)
                || !(key.startsWith(Labels.OWN_PREFIX) || RECOMMENDED.contains(key)));
    return placing;
  }

  /** A label selector as {@code /scale} publishes it: comma-joined, keys sorted. */
  public static String selector(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(","));
  }

  private static Map<String, String> named(
      Map<String, String> labels, String name, String component) {
    labels.put(Labels.NAME, name);
    labels.put(Labels.COMPONENT, component);
    return labels;
  }
}
