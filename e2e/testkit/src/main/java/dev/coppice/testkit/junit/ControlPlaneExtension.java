package dev.coppice.testkit.junit;

import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link OnControlPlane} does. */
public final class ControlPlaneExtension implements ParameterResolver {

  /** Nodes that are there for every test; a test that harms a node makes its own. */
  private static final int SHARED_NODES = 4;

  private static final long PATIENCE_SECONDS = 60;

  private static final Path DIRECTORY = RunDirectory.of("control-plane");
  static final Namespace KEY = Namespace.create(ControlPlaneExtension.class);
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  /** The plane of the whole run. */
  private record SharedPlane(ControlPlane plane) implements AutoCloseable {

    static SharedPlane start() {
      ControlPlane plane = ControlPlane.in(DIRECTORY).start();
      try (KubernetesClient client = plane.client()) {
        new SimulatedNodes(client).create(NodeShape.gpu("shared"), SHARED_NODES);
      }
      return new SharedPlane(plane);
    }

    @Override
    public void close() {
      plane.close();
    }
  }

  /** A namespace and the client that works in it, as long as the test or class lasts. */
  record Tenancy(TestNamespace namespace, KubernetesClient client) implements AutoCloseable {

    static Tenancy open(ControlPlane plane, String wish) {
      TestNamespace namespace =
          new TestNamespace("%s-%d".formatted(asLabel(wish), NAMESPACES.incrementAndGet()));
      KubernetesClient client = plane.client(PlaneUser.ADMIN, namespace.name());
      client
          .namespaces()
          .resource(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName(namespace.name())
                  .endMetadata()
                  .build())
          .create();
      // Without it the API server refuses pods.
      client
          .serviceAccounts()
          .withName("default")
          .waitUntilCondition(Objects::nonNull, PATIENCE_SECONDS, TimeUnit.SECONDS);
      return new Tenancy(namespace, client);
    }

    private static String asLabel(String text) {
      String label =
          text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
      return label.length() <= 40 ? label : label.substring(0, 40).replaceAll("-$", "");
    }

    @Override
    public void close() {
      client.namespaces().withName(namespace.name()).delete();
      client.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == ControlPlane.class
        || type == TestNamespace.class
        || type == KubernetesClient.class
        || type == SimulatedNodes.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    ControlPlane plane = plane(context);
    if (type == ControlPlane.class) {
      return plane;
    }
    Tenancy tenancy = tenancy(context);
    if (type == TestNamespace.class) {
      return tenancy.namespace();
    }
    return type == KubernetesClient.class ? tenancy.client() : new SimulatedNodes(tenancy.client());
  }

  /** The namespace of the test, or of its class if that has asked for one before. */
  static Tenancy tenancy(ExtensionContext context) {
    return context
        .getStore(KEY)
        .getOrComputeIfAbsent(
            Tenancy.class,
            key -> Tenancy.open(plane(context), context.getDisplayName()),
            Tenancy.class);
  }

  /** What all classes of a JVM share: Maven has it run one after the other, each by itself. */
  static Store shared(ExtensionContext context) {
    return context.getStore(StoreScope.LAUNCHER_SESSION, KEY);
  }

  static ControlPlane plane(ExtensionContext context) {
    return shared(context)
        .getOrComputeIfAbsent(SharedPlane.class, key -> SharedPlane.start(), SharedPlane.class)
        .plane();
  }
}
