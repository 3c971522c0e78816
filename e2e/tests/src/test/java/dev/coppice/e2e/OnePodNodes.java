package dev.coppice.e2e;

import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/**
 * The nodes of one test, each with room for one pod, so that a cordoned node is a place less.
 *
 * @param client who deletes pods
 * @param nodes who handles the nodes
 * @param room the value of the label that keeps other pods away
 * @param names their names
 */
record OnePodNodes(KubernetesClient client, SimulatedNodes nodes, String room, List<String> names) {

  private static final String LABEL = "room";
  private static final String OWNER = "test";

  static OnePodNodes create(
      KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace, int count) {
    return in(client, nodes, namespace, namespace.name(), count);
  }

  /** Nodes that a test has beside others of its own. */
  static OnePodNodes create(
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      String name,
      int count) {
    return in(client, nodes, namespace, namespace + "-" + name, count);
  }

  private static OnePodNodes in(
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      String room,
      int count) {
    NodeShape shape =
        NodeShape.gpu(room)
            .with("pods", "1")
            .withLabel(LABEL, room)
            .withLabel(OWNER, namespace.name());
    return new OnePodNodes(client, nodes, room, nodes.create(shape, count));
  }

  /** The line of a pod specification that asks for these nodes. */
  String selector() {
    return "nodeSelector: {%s: \"%s\"}".formatted(LABEL, room);
  }

  /** Deletes a pod, which leaves no place for the next. */
  void lose(Pod pod) {
    nodes.cordon(pod.getSpec().getNodeName());
    client.resource(pod).delete();
  }

  void cordon() {
    names.forEach(nodes::cordon);
  }

  void uncordon() {
    names.forEach(nodes::uncordon);
  }

  static void deleteAll(KubernetesClient client, TestNamespace namespace) {
    client.nodes().withLabel(OWNER, namespace.name()).delete();
  }
}
