package dev.coppice.core.training;

import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Observed;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** On which nodes nobody is left who would end a pod. */
public final class Nodes {

  /** For those who do not see nodes: none is taken for lost. */
  public static final Nodes UNSEEN = new Nodes(_ -> false);

  private final Predicate<String> lost;

  private Nodes(Predicate<String> lost) {
    this.lost = lost;
  }

  /** The nodes in view; one that is not there is gone. */
  public static Nodes of(Observed observed) {
    Map<String, Node> nodes = byName(observed);
    return new Nodes(name -> !nodes.containsKey(name) || !isReady(nodes.get(name)));
  }

  /** The same without those that are gone: Kubernetes takes their pods away by itself. */
  public static Nodes present(Observed observed) {
    Map<String, Node> nodes = byName(observed);
    return new Nodes(name -> nodes.containsKey(name) && !isReady(nodes.get(name)));
  }

  private static Map<String, Node> byName(Observed observed) {
    return observed
        .all(Node.class)
        .collect(Collectors.toMap(node -> node.getMetadata().getName(), Function.identity()));
  }

  /** Whether a pod was bound to a node that is not Ready, or gone. */
  public boolean haveLost(Pod pod) {
    String node = pod.getSpec() == null ? null : pod.getSpec().getNodeName();
    return node != null && !node.isEmpty() && lost.test(node);
  }

  /** Whether a node answers. One that cannot be read is there, and not lost for that. */
  public static boolean isReady(Node node) {
    return status(node).map("True"::equals).orElseGet(() -> Unreadable.of(node).isPresent());
  }

  private static Optional<String> status(Node node) {
    return node.getStatus() == null
        ? Optional.empty()
        : node.getStatus().getConditions().stream()
            .filter(one -> "Ready".equals(one.getType()))
            .map(NodeCondition::getStatus)
            .findFirst();
  }
}
