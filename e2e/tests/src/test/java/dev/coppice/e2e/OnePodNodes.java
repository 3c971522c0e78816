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

  static OnePodNodes create(
      KubernetesClient client, SimulatedNodes nodes, TestNamespace namespace, int count) {
    NodeShape shape =
        NodeShape.gpu(namespace.name()).with("pods", "1").withLabel(LABEL, namespace.name());
    return new OnePodNodes(client, nodes, namespace.name(), nodes.create(shape, count));
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

  void uncordon() {
    names.forEach(nodes::uncordon);
  }

  static void deleteAll(KubernetesClient client, TestNamespace namespace) {
    client.nodes().withLabel(LABEL, namespace.name()).delete();
  }
}
