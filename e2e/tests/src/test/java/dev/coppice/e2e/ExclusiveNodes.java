package dev.coppice.e2e;

import dev.coppice.api.Labels;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariant;
import dev.coppice.testkit.oracle.OneDomainEach;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Four blocks of three slices of four nodes, each with room for eight pods, and four nodes that are
 * in none.
 *
 * @param client who labels the nodes
 */
record ExclusiveNodes(KubernetesClient client) {

  static final String BLOCK = NodeShape.ZONE;
  static final String SLICE = NodeShape.RACK;
  static final int BLOCKS = 4;
  static final int SLICES_OF_A_BLOCK = 3;

  private static final int NODES_OF_A_SLICE = 4;
  private static final int OUTSIDE = 4;
  private static final String NAME = "exclusive";
  private static final String INSIDE = "exclusive-inside";

  static ExclusiveNodes create(KubernetesClient client, SimulatedNodes nodes) {
    ExclusiveNodes created = new ExclusiveNodes(client);
    NodeShape gpu = NodeShape.gpu(NAME).with("pods", "8").withLabel(NAME, "").withLabel(INSIDE, "");
    nodes.create(
        new NodeShape(NAME, gpu.capacity(), gpu.labels(), NODES_OF_A_SLICE, SLICES_OF_A_BLOCK),
        BLOCKS * SLICES_OF_A_BLOCK * NODES_OF_A_SLICE);
    nodes
        .create(NodeShape.gpu(NAME + "-outside").withLabel(NAME, ""), OUTSIDE)
        .forEach(created::removeLabels);
    return created;
  }

  static void deleteAll(KubernetesClient client) {
    client.nodes().withLabel(NAME).delete();
  }

  /** The line of a pod specification that asks for these nodes. */
  static String selector() {
    return "nodeSelector: {%s: \"\"}".formatted(NAME);
  }

  /** The same for those of them that are in a block. */
  static String insideSelector() {
    return "nodeSelector: {%s: \"\"}".formatted(INSIDE);
  }

  /** Makes pods that belong to nobody, in some slices and in none. */
  void addDecoys() {
    List<Node> nodes = all();
    IntStream.range(0, nodes.size())
        .filter(index -> index % 5 == 0 || block(nodes.get(index)).isEmpty())
        .mapToObj(index -> nodes.get(index).getMetadata().getName())
        .forEach(this::addDecoy);
  }

  private void addDecoy(String node) {
    client
        .pods()
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName("decoy-" + node)
                .endMetadata()
                .withNewSpec()
                .addToNodeSelector("kubernetes.io/hostname", node)
                .addNewContainer()
                .withName("main")
                .withImage("registry.example/decoy:1")
                .endContainer()
                .endSpec()
                .build())
        .create();
  }

  private List<Node> all() {
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
        .filter(node -> node.getMetadata().getLabels().containsKey(key))
        .collect(
            Collectors.toMap(
                node -> node.getMetadata().getName(),
                node -> node.getMetadata().getLabels().get(key)));
  }

  /** The host names of pods, together as they share slices, and these as they share blocks. */
  Set<Set<Set<String>>> places(List<Pod> pods) {
    Map<String, String> blocks = values(BLOCK);
    Map<String, String> slices = values(SLICE);
    return pods.stream()
        .collect(
            Collectors.groupingBy(
                pod -> blocks.get(pod.getSpec().getNodeName()),
                Collectors.groupingBy(
                    pod -> slices.get(pod.getSpec().getNodeName()),
                    Collectors.mapping(pod -> pod.getSpec().getHostname(), Collectors.toSet()))))
        .values()
        .stream()
        .map(block -> Set.copyOf(block.values()))
        .collect(Collectors.toSet());
  }

  /** The slices in which pods are, by host name. */
  Map<String, String> slices(List<Pod> pods) {
    Map<String, String> slices = values(SLICE);
    return pods.stream()
        .collect(
            Collectors.toMap(
                pod -> pod.getSpec().getHostname(),
                pod -> slices.get(pod.getSpec().getNodeName())));
  }

  /** The block that a pod is in; empty if it is in none. */
  String blockOf(Pod pod) {
    return all().stream()
        .filter(node -> node.getMetadata().getName().equals(pod.getSpec().getNodeName()))
        .map(ExclusiveNodes::block)
        .findFirst()
        .orElse("");
  }

  private static String block(Node node) {
    return node.getMetadata().getLabels().getOrDefault(BLOCK, "");
  }

  String anyBlock() {
    return any(BLOCK);
  }

  String anySlice() {
    return any(SLICE);
  }

  private String any(String key) {
    return values(key).values().stream().sorted().findFirst().orElseThrow();
  }

  /** The nodes of a block. */
  List<String> namesIn(String block) {
    return namesIn(BLOCK, block);
  }

  /** The nodes with a label. */
  List<String> namesIn(String key, String value) {
    return all().stream()
        .filter(node -> value.equals(node.getMetadata().getLabels().get(key)))
        .map(node -> node.getMetadata().getName())
        .toList();
  }

  List<String> names() {
    return all().stream().map(node -> node.getMetadata().getName()).toList();
  }

  void setBlock(String node, String block) {
    setLabel(node, BLOCK, block);
  }

  void setLabel(String node, String key, String value) {
    edit(node, now -> now.editMetadata().addToLabels(key, value).endMetadata());
  }

  void removeBlock(String node) {
    removeLabel(node, BLOCK);
  }

  void removeLabel(String node, String key) {
    edit(node, now -> now.editMetadata().removeFromLabels(key).endMetadata());
  }

  private void removeLabels(String node) {
    edit(
        node,
        now -> now.editMetadata().removeFromLabels(BLOCK).removeFromLabels(SLICE).endMetadata());
  }

  private void edit(String node, UnaryOperator<NodeBuilder> change) {
    client.nodes().withName(node).edit(now -> change.apply(new NodeBuilder(now)).build());
  }
}
