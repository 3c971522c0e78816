package dev.coppice.e2e;

import dev.coppice.api.Labels;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariant;
import dev.coppice.testkit.oracle.OneDomainEach;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Four blocks of three slices of four nodes, each with room for eight pods.
 *
 * @param client who labels the nodes
 */
record ExclusiveNodes(KubernetesClient client) {

  static final String BLOCK = NodeShape.ZONE;
  static final String SLICE = NodeShape.RACK;
  static final int BLOCKS = 4;
  static final int SLICES_OF_A_BLOCK = 3;

  private static final int NODES_OF_A_SLICE = 4;
  private static final String NAME = "exclusive";

  static ExclusiveNodes create(KubernetesClient client, SimulatedNodes nodes) {
    NodeShape gpu = NodeShape.gpu(NAME).with("pods", "8").withLabel(NAME, "");
    nodes.create(
        new NodeShape(NAME, gpu.capacity(), gpu.labels(), NODES_OF_A_SLICE, SLICES_OF_A_BLOCK),
        BLOCKS * SLICES_OF_A_BLOCK * NODES_OF_A_SLICE);
    return new ExclusiveNodes(client);
  }

  /** The line of a pod specification that asks for these nodes. */
  static String selector() {
    return "nodeSelector: {%s: \"\"}".formatted(NAME);
  }

  List<Node> all() {
    return client.nodes().withLabel(NAME).list().getItems();
  }

  /** The rules of groups and subgroups that are alone in their blocks and slices. */
  List<Invariant> rules() {
    return List.of(
        new OneDomainEach(Labels.GROUP_KEY, BLOCK, values(BLOCK)),
        new OneDomainEach(Labels.SUBGROUP_KEY, SLICE, values(SLICE)));
  }

  private Map<String, String> values(String key) {
    return all().stream()
        .collect(
            Collectors.toMap(
                node -> node.getMetadata().getName(),
                node -> node.getMetadata().getLabels().get(key)));
  }

  /** The block that a pod is in; empty if it is in none. */
  String blockOf(Pod pod) {
    return all().stream()
        .filter(node -> node.getMetadata().getName().equals(pod.getSpec().getNodeName()))
        .map(node -> node.getMetadata().getLabels().getOrDefault(BLOCK, ""))
        .findFirst()
        .orElse("");
  }

  List<String> namesIn(String block) {
    return all().stream()
        .filter(node -> block.equals(node.getMetadata().getLabels().get(BLOCK)))
        .map(node -> node.getMetadata().getName())
        .toList();
  }

  void setBlock(String node, String block) {
    client
        .nodes()
        .withName(node)
        .edit(now ->
            new NodeBuilder(now).editMetadata().addToLabels(BLOCK, block).endMetadata().build());
  }

  void removeBlock(String node) {
    client
        .nodes()
        .withName(node)
        .edit(now ->
            new NodeBuilder(now).editMetadata().removeFromLabels(BLOCK).endMetadata().build());
  }
}
