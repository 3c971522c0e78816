package dev.coppice.testkit.nodes;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What each of a row of simulated nodes offers.
 *
 * @param namePrefix names are the prefix and a number from 0
 * @param capacity resources by name
 * @param labels labels that all of them carry
 * @param nodesPerRack how many share the value of {@value #RACK}
 * @param racksPerZone how many racks share the value of {@value #ZONE}
 */
public record NodeShape(
    String namePrefix,
    Map<String, Quantity> capacity,
    Map<String, String> labels,
    int nodesPerRack,
    int racksPerZone) {

  /** Topology label of a group of racks. */
  public static final String ZONE = "topology.kubernetes.io/zone";

  /** Topology label of a few nodes close to each other. */
  public static final String RACK = "topology.kubernetes.io/rack";

  /** Extended resource of a GPU. */
  public static final String GPU = "nvidia.com/gpu";

  public NodeShape {
    capacity = Map.copyOf(capacity);
    labels = Map.copyOf(labels);
  }

  /** Eight GPUs, 64 cores and 512 GiB a node, room for 256 pods; two a rack, two racks a zone. */
  public static NodeShape gpu(String namePrefix) {
    return new NodeShape(
        namePrefix,
        Map.of(
            "cpu",
            Quantity.parse("64"),
            "memory",
            Quantity.parse("512Gi"),
            "pods",
            Quantity.parse("256"),
            GPU,
            Quantity.parse("8")),
        Map.of(),
        2,
        2);
  }

  /** The same with a resource added or changed. */
  public NodeShape with(String resource, String quantity) {
    Map<String, Quantity> changed = new LinkedHashMap<>(capacity);
    changed.put(resource, Quantity.parse(quantity));
    return new NodeShape(namePrefix, changed, labels, nodesPerRack, racksPerZone);
  }

  /** The same with a label added or changed, for a nodeSelector that keeps other pods away. */
  public NodeShape withLabel(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(labels);
    changed.put(key, value);
    return new NodeShape(namePrefix, capacity, changed, nodesPerRack, racksPerZone);
  }

  /** The name of a node. */
  public String name(int index) {
    return namePrefix + "-" + index;
  }

  /** The value of {@value #RACK} of a node. */
  public String rack(int index) {
    return "%s-rack-%d".formatted(namePrefix, index / nodesPerRack);
  }

  /** The value of {@value #ZONE} of a node. */
  public String zone(int index) {
    return "%s-zone-%d".formatted(namePrefix, index / nodesPerRack / racksPerZone);
  }
}
