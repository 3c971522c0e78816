package dev.coppice.testkit.junit;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link OnCoppice} does. */
public final class CoppiceExtension implements BeforeEachCallback, ParameterResolver {

  private static final Path DIRECTORY = RunDirectory.of("operator");

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
    Path kubeconfig = ControlPlaneExtension.plane(context).kubeconfig(PlaneUser.OPERATOR);
    return ControlPlaneExtension.shared(context)
        .getOrComputeIfAbsent(
            SharedOperator.class,
            key -> new SharedOperator(DIRECTORY, kubeconfig),
            SharedOperator.class);
  }
}
