package dev.coppice.faults;

import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;

/** A control plane, and beside it an operator that reaches it only through a proxy. */
public final class FaultRig implements AutoCloseable {

  private static final int NODES = 4;

  private final Path directory;
  private final ControlPlane plane;
  private final FaultProxy proxy;
  private final OperatorBehindProxy operator;
  private final RegisteredWebhook webhook;

  private FaultRig(
      Path directory,
      ControlPlane plane,
      RegisteredWebhook webhook,
      FaultProxy proxy,
      OperatorBehindProxy operator) {
    this.directory = directory;
    this.plane = plane;
    this.webhook = webhook;
    this.proxy = proxy;
    this.operator = operator;
  }

  /** Starts everything; all files are kept in {@code directory}. */
  public static FaultRig start(Path directory) {
    ControlPlane plane = ControlPlane.in(directory.resolve("plane")).start();
    try (KubernetesClient client = plane.client()) {
      CrdInstallation.into(client, "coppice-faults");
      new SimulatedNodes(client).create(NodeShape.gpu("faults"), NODES);
    }
    FaultProxy proxy =
        FaultProxy.start(plane.kubeconfig(PlaneUser.OPERATOR), directory.resolve("proxy"));
    return new FaultRig(
        directory,
        plane,
        RegisteredWebhook.on(plane, directory.resolve("webhook")),
        proxy,
        OperatorBehindProxy.start(directory.resolve("operator"), proxy));
  }

  Path directory() {
    return directory;
  }

  ControlPlane plane() {
    return plane;
  }

  FaultProxy proxy() {
    return proxy;
  }

  OperatorBehindProxy operator() {
    return operator;
  }

  @Override
  public void close() {
    operator.close();
    proxy.close();
    webhook.close();
    plane.close();
  }
}
