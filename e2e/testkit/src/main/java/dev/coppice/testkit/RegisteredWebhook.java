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
    return start(plane, process(plane, directory));
  }

  /** The same, started as a user's is, for whoever measures it. */
  public static RegisteredWebhook measuredOn(ControlPlane plane, Path directory) {
    return start(plane, process(plane, directory).withoutArchive());
  }

  private static OperatorProcessBuilder process(ControlPlane plane, Path directory) {
    return OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.WEBHOOK)).subcommand("webhook");
  }

  private static RegisteredWebhook start(ControlPlane plane, OperatorProcessBuilder process) {
    RegisteredWebhook webhook = new RegisteredWebhook(plane, process.launch());
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
