package dev.coppice.e2e;

import static org.awaitility.Awaitility.await;

import dev.coppice.api.Crds;
import dev.coppice.api.gang.PodGang;
import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.Helm;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.WebhookRegistration;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.AuditLog.Request;
import dev.coppice.testkit.plane.Binaries;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.Installation;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.plane.SchedulerInPlace;
import dev.coppice.testkit.process.Checkout;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A cluster with queues in which gangs are kept from being evicted too early, as a user installs
 * it; a node with room for one pod; a gang on it; and pods that matter more and want its place.
 */
final class GuardedCluster implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofMinutes(2);
  static final Duration MIN_RUNTIME = Duration.ofSeconds(25);

  private static final String REGISTRATION = "eviction-guard-webhook";
  static final String VICTIM = "victim-0-server";

  private final ControlPlane plane;
  private final Kubectl kubectl;
  private final KubernetesClient client;
  private final TestNamespace namespace;
  private final RegisteredWebhook shared;
  private final OnePodNodes room;
  private final OperatorProcess operator;
  private final OperatorProcess webhook;

  GuardedCluster(
      ControlPlane plane,
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      RegisteredWebhook shared,
      Path directory,
      String enforcement) {
    this.plane = plane;
    this.kubectl = kubectl;
    this.client = client;
    this.namespace = namespace;
    this.shared = shared;
    CrdInstallation.ofQueues(client, "coppice-tests");
    rights(
        "--set",
        "config.queue.enabled=true",
        "--set",
        "config.enforcement=" + enforcement,
        "--set",
        "config.evictionGuard.wakeUp=Nomination");
    kubectl.apply(
        """
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: %1$s-urgent}
        value: 1000
        ---
        apiVersion: scheduling.run.ai/v2
        kind: Queue
        metadata: {name: %1$s-patient}
        spec: {resources: {}, reclaimMinRuntime: %2$ds, preemptMinRuntime: %2$ds}
        """
            .formatted(namespace.name(), MIN_RUNTIME.toSeconds()));
    room = OnePodNodes.create(client, nodes, namespace, 1);
    operator =
        OperatorProcess.in(directory.resolve("operator"), plane.kubeconfig(PlaneUser.OPERATOR))
            .configure("queue.enabled", true)
            .start();
    webhook =
        OperatorProcess.in(directory.resolve("webhook"), plane.kubeconfig(PlaneUser.WEBHOOK))
            .subcommand("webhook")
            .configure("queue.enabled", true)
            .configure("enforcement", enforcement)
            .configure("evictionGuard.wakeUp", "Nomination")
            .launch();
    WebhookRegistration.apply(webhook, plane.kubeconfig(PlaneUser.ADMIN));
    webhook.awaitReady();
    WebhookRegistration.awaitAnswers(client);
  }

  /** Gives the accounts what the chart gives them with these values. */
  private void rights(String... values) {
    String[] arguments =
        Stream.concat(
                Stream.of(
                    "template",
                    "grove-operator",
                    Checkout.find().resolve("charts/coppice").toString(),
                    "--show-only",
                    "templates/webhook-rbac.yaml"),
                Stream.of(values))
            .toArray(String[]::new);
    String rendered =
        new Helm(Binaries.find().helm(), plane.kubeconfig(PlaneUser.ADMIN), Installation.NAMESPACE)
            .run(arguments);
    client
        .load(new ByteArrayInputStream(rendered.getBytes(StandardCharsets.UTF_8)))
        .items()
        .forEach(object ->
            client
                .resource(object)
                .fieldManager("coppice-testkit")
                .forceConflicts()
                .serverSideApply());
  }

  /** Where a scheduler asks, and whom it trusts there. */
  SchedulerInPlace.Extender extender(Path directory) {
    WebhookClientConfig guard =
        client
            .admissionRegistration()
            .v1()
            .validatingWebhookConfigurations()
            .withName(REGISTRATION)
            .get()
            .getWebhooks()
            .getFirst()
            .getClientConfig();
    Path file = directory.resolve("authority.pem");
    try {
      Files.write(file, Base64.getDecoder().decode(guard.getCaBundle()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SchedulerInPlace.Extender(
        guard.getUrl().replace("/webhooks/guard-eviction", "/scheduler"), file, false);
  }

  /** Takes the guard away, so that nothing but the question holds a scheduler up. */
  void withoutGuard() {
    kubectl.run("delete", "validatingwebhookconfiguration", REGISTRATION);
    // The API server learns of it by and by.
    await()
        .atMost(PATIENCE)
        .until(() ->
            kubectl.call("", "get", "validatingwebhookconfiguration", REGISTRATION).code() != 0);
  }

  OperatorProcess webhook() {
    return webhook;
  }

  /** Starts the gang; returns its pod when it is Ready. */
  Pod startVictim() {
    kubectl.apply(
        Sets.manifest("victim", 1, Sets.clique("server", 1, 1))
            .replace(
                "annotations: {}",
                "labels: {kai.scheduler/queue: %s-patient}".formatted(namespace.name()))
            .replace("podSpec:\n", "podSpec:\n          %s\n".formatted(room.selector())));
    kubectl.run("wait", "--for=condition=Available", "pcs/victim", "--timeout=120s");
    return Sets.livePods(client, VICTIM).getFirst();
  }

  /** The last second in which the gang is protected. */
  Instant protectedUntil() {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> client.resources(PodGang.class).withName("victim-0").get(),
            gang -> gang != null && gang.statusOrEmpty().startTime() != null)
        .statusOrEmpty()
        .startTime()
        .plus(MIN_RUNTIME);
  }

  /** A pod without a queue that wants the place. */
  void want(String name) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          priorityClassName: %s-urgent
          %s
          terminationGracePeriodSeconds: 0
          containers: [{name: main, image: "registry.example/urgent:1"}]
        """
            .formatted(name, namespace.name(), room.selector()));
  }

  /** A gang without a queue that wants the place; its pod is of this name and something more. */
  String wantAsGang(String name) {
    kubectl.apply(
        Sets.manifest(name, 1, Sets.clique("server", 1, 1))
            .replace(
                "podSpec:\n",
                "podSpec:\n          priorityClassName: %s-urgent\n          %s\n"
                    .formatted(namespace.name(), room.selector())));
    return name + "-0-server";
  }

  /** When the container of the only pod of a PodClique began. */
  Instant awaitRunning(String clique) {
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                Sets.livePods(client, clique).stream()
                    .flatMap(pod -> pod.getStatus().getContainerStatuses().stream())
                    .filter(container -> container.getState().getRunning() != null)
                    .map(container ->
                        Instant.parse(container.getState().getRunning().getStartedAt()))
                    .findFirst()
                    .orElse(null),
            Objects::nonNull);
  }

  Instant created(String pod) {
    return Instant.parse(client.pods().withName(pod).get().getMetadata().getCreationTimestamp());
  }

  void awaitPlaced(String name) {
    await()
        .atMost(PATIENCE)
        .until(() -> {
          Pod pod = client.pods().withName(name).get();
          return pod != null && pod.getSpec().getNodeName() != null;
        });
  }

  /** Every request to delete a pod, in order. */
  List<Request> deletes(Pod pod) {
    return plane.auditLog().requests().stream()
        .filter(request -> request.verb().equals("delete") && request.resource().equals("pods"))
        .filter(request -> request.namespace().equals(namespace.name()))
        .filter(request -> request.name().equals(pod.getMetadata().getName()))
        .toList();
  }

  /** When somebody has deleted the pod. */
  Instant awaitDeleted(Pod pod) {
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                deletes(pod).stream()
                    .filter(request -> request.code() == 200)
                    .findFirst()
                    .map(Request::received)
                    .orElse(null),
            Objects::nonNull);
  }

  /** The messages of the events of a reason in the namespace. */
  List<String> events(String reason) {
    return client.v1().events().list().getItems().stream()
        .filter(event -> reason.equals(event.getReason()))
        .map(event -> event.getInvolvedObject().getKind() + " " + event.getMessage())
        .toList();
  }

  @Override
  public void close() {
    shared.unregister();
    webhook.close();
    operator.close();
    rights();
    OnePodNodes.deleteAll(client, namespace);
    kubectl.run("delete", "priorityclass", namespace.name() + "-urgent");
    // With it go all objects of the kind.
    kubectl.run("delete", "crd", Crds.OPTIONAL.getFirst());
  }
}
