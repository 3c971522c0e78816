package dev.coppice.testkit;

import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;

/** The webhook as its real process, which the API server of a control plane asks. */
public final class RegisteredWebhook implements AutoCloseable {

  private final ControlPlane plane;
  private OperatorProcess process;
  private boolean registered;

  private RegisteredWebhook(ControlPlane plane, OperatorProcess process) {
    this.plane = plane;
    this.process = process;
  }

  /** Starts and registers one; returns when writes are judged. Our kinds are installed already. */
  public static RegisteredWebhook on(ControlPlane plane, Path directory) {
    OperatorProcess process =
        OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.WEBHOOK))
            .subcommand("webhook")
            .launch();
    RegisteredWebhook webhook = new RegisteredWebhook(plane, process);
    webhook.ensureAnswering();
    return webhook;
  }

  /** The process that runs now, or ran last. */
  public OperatorProcess process() {
    return process;
  }

  /** Starts it again after it has ended; returns when it says that it is ready. */
  public void startAgain() {
    process = process.startAgain();
  }

  /** Starts it if it does not run, registers it if it is not registered, and waits for both. */
  public synchronized void ensureAnswering() {
    boolean runs = process.alive();
    if (runs && registered) {
      return;
    }
    if (!runs) {
      process = process.launchAgain();
    }
    WebhookRegistration.apply(process, plane.kubeconfig(PlaneUser.ADMIN));
    registered = true;
    process.awaitReady();
    try (KubernetesClient client = plane.client()) {
      WebhookRegistration.awaitAnswers(client);
    }
  }

  /** Lets the API server decide alone from now on. */
  public synchronized void unregister() {
    try (KubernetesClient client = plane.client()) {
      WebhookRegistration.remove(client);
    }
    registered = false;
  }

  @Override
  public void close() {
    process.close();
  }
}
