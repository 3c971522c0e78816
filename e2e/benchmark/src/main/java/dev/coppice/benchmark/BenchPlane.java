package dev.coppice.benchmark;

import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.Component;
import dev.coppice.testkit.plane.ControlPlane;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The control plane on which is measured: large enough, and itself in nobody's way. */
final class BenchPlane {

  private static final int NODES = 80;
  private static final NodeShape NODE = NodeShape.gpu("bench");

  /** On a busy machine heartbeats come late, and a lost node would be a figure of its own. */
  private static final Duration NODE_GRACE_PERIOD = Duration.ofMinutes(2);

  private static final Pattern LIMIT =
      Pattern.compile("--(kube-api-(qps|burst)|concurrent-.*|max-.*inflight|feature-gates)=.*");

  private BenchPlane() {}

  static ControlPlane start(Path directory, Narration narration) {
    ControlPlane plane =
        ControlPlane.in(directory)
            .nodeGracePeriod(NODE_GRACE_PERIOD)
            .progress(narration::step)
            .start();
    try (KubernetesClient client = plane.client()) {
      CrdInstallation.into(client, "coppice-bench");
      narration.step("making %d simulated nodes".formatted(NODES));
      new SimulatedNodes(client).create(NODE, NODES);
    }
    return plane;
  }

  /** What of a plane decides how fast anything can go. */
  static String description(ControlPlane plane) {
    try (KubernetesClient client = plane.client()) {
      return """
      plane: Kubernetes %s, %d simulated nodes with room for %s pods each, etcd in memory and without fsync
        kube-apiserver %s
        kube-controller-manager %s
        kube-scheduler %s, client %s\
      """
          .formatted(
              client.getKubernetesVersion().getGitVersion(),
              NODES,
              NODE.capacity().get("pods"),
              limits(plane, Component.API_SERVER),
              limits(plane, Component.CONTROLLER_MANAGER),
              limits(plane, Component.SCHEDULER),
              schedulerClient(plane));
    }
  }

  private static String limits(ControlPlane plane, Component component) {
    return plane.flags(component).stream()
        .filter(LIMIT.asMatchPredicate())
        .collect(Collectors.joining(" "));
  }

  /** The scheduler's limits are in its file. */
  private static String schedulerClient(ControlPlane plane) {
    List<String> file =
        plane.flags(Component.SCHEDULER).stream()
            .filter(flag -> flag.startsWith("--config="))
            .map(flag -> flag.substring("--config=".length()))
            .toList();
    try {
      Map<?, ?> configuration =
          Serialization.unmarshal(Files.readString(Path.of(file.getFirst())), Map.class);
      return configuration.get("clientConnection") instanceof Map<?, ?> client
          ? "qps %s, burst %s".formatted(client.get("qps"), client.get("burst"))
          : "as by default";
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the scheduler's configuration", e);
    }
  }
}
