package dev.coppice.testkit.junit;

import static dev.coppice.testkit.junit.ControlPlaneExtension.KEY;

import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link OnCoppice} does. */
public final class CoppiceExtension implements BeforeEachCallback, ParameterResolver {

  static final String FIELD_MANAGER = "coppice-tests";

  private static final Path DIRECTORY = Path.of("target", "operator");

  @Override
  public void beforeEach(ExtensionContext context) {
    operator(context).ensureRunning();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Kubectl.class || type == SharedOperator.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == SharedOperator.class
        ? operator(context)
        : kubectl(context);
  }

  static Kubectl kubectl(ExtensionContext context) {
    ControlPlane plane = ControlPlaneExtension.plane(context);
    return new Kubectl(
        plane.kubectl(),
        plane.kubeconfig(PlaneUser.ADMIN),
        ControlPlaneExtension.tenancy(context).namespace().name());
  }

  private static SharedOperator operator(ExtensionContext context) {
    ControlPlane plane = ControlPlaneExtension.plane(context);
    return context
        .getRoot()
        .getStore(KEY)
        .getOrComputeIfAbsent(SharedOperator.class, key -> start(plane), SharedOperator.class);
  }

  private static SharedOperator start(ControlPlane plane) {
    try (KubernetesClient client = plane.client()) {
      CrdInstallation.into(client, FIELD_MANAGER);
    }
    return new SharedOperator(DIRECTORY, plane.kubeconfig(PlaneUser.OPERATOR));
  }
}
