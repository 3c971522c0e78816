package dev.coppice.testkit.junit;

import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Installs our kinds, and has the webhook judge them unless {@link WithoutWebhooks} says no. */
public final class WebhookExtension implements BeforeEachCallback, ParameterResolver {

  private static final String FIELD_MANAGER = "coppice-tests";
  private static final Path DIRECTORY = RunDirectory.of("webhook");

  @Override
  public void beforeEach(ExtensionContext context) {
    RegisteredWebhook webhook = webhook(context);
    if (AnnotationSupport.isAnnotated(context.getTestClass(), WithoutWebhooks.class)) {
      webhook.unregister();
    } else {
      webhook.ensureAnswering();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RegisteredWebhook.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return webhook(context);
  }

  /** The webhook of the whole run; with it our kinds are there. */
  static RegisteredWebhook webhook(ExtensionContext context) {
    ControlPlane plane = ControlPlaneExtension.plane(context);
    return ControlPlaneExtension.shared(context)
        .getOrComputeIfAbsent(
            RegisteredWebhook.class, key -> start(plane), RegisteredWebhook.class);
  }

  private static RegisteredWebhook start(ControlPlane plane) {
    try (KubernetesClient client = plane.client()) {
      CrdInstallation.into(client, FIELD_MANAGER);
    }
    // Here the plane is ready for an operator, and nobody uses it yet.
    OperatorProcess.in(DIRECTORY, plane.kubeconfig(PlaneUser.OPERATOR)).makeArchive();
    return RegisteredWebhook.on(plane, DIRECTORY);
  }
}
