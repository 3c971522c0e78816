package dev.coppice.e2e;

import static org.awaitility.Awaitility.await;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
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
import dev.coppice.testkit.plane.Extender;
import dev.coppice.testkit.plane.Installation;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.process.Checkout;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A cluster with queues in which gangs are kept from being evicted too early, as a user installs
 * it; a node with room for one pod; a gang on it; and pods that matter more and want its place.
 */
final class GuardedCluster implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Who keeps to the promises, and whether pods are woken. */
  enum Form {
    /** A scheduler that asks, and what it evicts without; time wakes pods. */
    WOKEN("Extender", "Nomination", 40),
    /** The same, but time wakes nobody. */
    ASKED("Extender", "None", 40),
    /** The scheduler asks nobody, and tries for all the time without a pause. */
    GUARDED("WebhookOnly", "None", 25);

    private final String enforcement;
    private final String wakeUp;
    private final int minRuntime;

    Form(String enforcement, String wakeUp, int minRuntime) {
      this.enforcement = enforcement;
      this.wakeUp = wakeUp;
      this.minRuntime = minRuntime;
    }
  }

  private final ControlPlane plane;
  private final Kubectl kubectl;
  private final KubernetesClient client;
  private final TestNamespace namespace;
  private final RegisteredWebhook shared;
  private final SimulatedNodes nodes;
  private final Form form;
  private final OnePodNodes room;
  private final OperatorProcess operator;
  private OperatorProcess webhook;

  GuardedCluster(
      ControlPlane plane,
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      RegisteredWebhook shared,
      Path directory,
      Form form) {
    this.plane = plane;
    this.kubectl = kubectl;
    this.client = client;
    this.namespace = namespace;
    this.shared = shared;
    this.nodes = nodes;
    this.form = form;
    CrdInstallation.ofQueues(client, "coppice-tests");
    rights(
        "--set",
        "config.queue.enabled=true",
        "--set",
        "config.enforcement=" + form.enforcement,
        "--set",
        "config.evictionGuard.wakeUp=" + form.wakeUp);
    kubectl.apply(
        """
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: %s}
        value: 1000
        """
            .formatted(urgency()));
    queue(
        "patient", "reclaimMinRuntime: %1$ds, preemptMinRuntime: %1$ds".formatted(form.minRuntime));
    room = OnePodNodes.create(client, nodes, namespace, 1);
    operator =
        OperatorProcess.in(directory.resolve("operator"), plane.kubeconfig(PlaneUser.OPERATOR))
            .configure("queue.enabled", true)
            .start();
    webhook =
        OperatorProcess.in(directory.resolve("webhook"), plane.kubeconfig(PlaneUser.WEBHOOK))
            .subcommand("webhook")
            .configure("queue.enabled", true)
            .configure("enforcement", form.enforcement)
            .configure("evictionGuard.wakeUp", form.wakeUp)
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
  Extender extender() {
    return WebhookRegistration.extender(client);
  }

  /** Takes the guard away, so that nothing but the question holds a scheduler up. */
  void withoutGuard() {
    kubectl.run("delete", "validatingwebhookconfiguration", WebhookRegistration.GUARD);
    // The API server learns of it by and by.
    await()
        .atMost(PATIENCE)
        .until(() ->
            kubectl
                    .call("", "get", "validatingwebhookconfiguration", WebhookRegistration.GUARD)
                    .code()
                != 0);
  }

  /** From now on nobody answers. */
  void killWebhook() {
    webhook.kill();
  }

  void startWebhookAgain() {
    webhook = webhook.startAgain();
  }

  /** Writes a queue; its name is {@link #queueName}. */
  void queue(String name, String values) {
    kubectl.apply(
        """
        apiVersion: scheduling.run.ai/v2
        kind: Queue
        metadata: {name: %s}
        spec: {resources: {}, %s}
        """
            .formatted(queueName(name), values));
  }

  String queueName(String name) {
    return namespace.name() + "-" + name;
  }

  /** The priority class of those that matter more. */
  private String urgency() {
    return namespace.name() + "-urgent";
  }

  /** More nodes with room for one pod, for whoever asks for these. */
  OnePodNodes rooms(String name, int count) {
    return OnePodNodes.create(client, nodes, namespace, name, count);
  }

  /** A gang on the one node that is patient in the queue of that name. */
  QueuedGang victim() {
    return QueuedGang.of("victim", room).in(queueName("patient"));
  }

  /** A gang that matters more. */
  QueuedGang urgent(String name, OnePodNodes place) {
    return QueuedGang.of(name, place).ofPriority(urgency());
  }

  /** A gang without a queue that wants the place of the victim. */
  QueuedGang urgent(String name) {
    return urgent(name, room);
  }

  /** Starts the gang on the one node; returns its pod when it is Ready. */
  Pod startVictim() {
    return start(victim()).getFirst();
  }

  /** Starts a gang; returns its pods when they are Ready. */
  List<Pod> start(QueuedGang gang) {
    want(gang);
    kubectl.run("wait", "--for=condition=Available", "pcs/" + gang.name(), "--timeout=120s");
    return Sets.livePods(client, gang.clique());
  }

  void want(QueuedGang gang) {
    kubectl.apply(gang.manifest());
  }

  /** The last second in which the victim is protected. */
  Instant protectedUntil() {
    return began(victim()).plusSeconds(form.minRuntime);
  }

  /** Since when a gang runs. */
  Instant began(QueuedGang set) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> client.resources(PodGang.class).withName(set.gang()).get(),
            gang -> gang != null && gang.statusOrEmpty().startTime() != null)
        .statusOrEmpty()
        .startTime();
  }

  /** A pod without a queue that wants the place. */
  void want(String name) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          priorityClassName: %s
          %s
          terminationGracePeriodSeconds: 0
          containers: [{name: main, image: "registry.example/urgent:1"}]
        """
            .formatted(name, urgency(), room.selector()));
  }

  /** When the first container of a gang began. */
  Instant awaitRunning(QueuedGang gang) {
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                Sets.livePods(client, gang.clique()).stream()
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

  /** How many nodes were refused to schedulers, over all questions. */
  double refused() {
    Pattern line =
        Pattern.compile(
            "(?m)^coppice_minruntime_extender_nodes_dropped_total\\{reason=\"protected\"} (\\S+)$");
    try (var page = URI.create(webhook.metricsUrl()).toURL().openStream()) {
      return line.matcher(new String(page.readAllBytes(), StandardCharsets.UTF_8))
          .results()
          .mapToDouble(found -> Double.parseDouble(found.group(1)))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    kubectl.run("delete", "priorityclass", urgency());
    client.resources(Queue.class).delete();
  }
}
