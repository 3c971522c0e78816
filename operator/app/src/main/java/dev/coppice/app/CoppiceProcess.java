package dev.coppice.app;

import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.configuration.OperatorConfiguration.Endpoint;
import dev.coppice.app.health.Health;
import dev.coppice.app.health.HealthCheck;
import dev.coppice.app.health.HealthPages;
import dev.coppice.app.http.TextServer;
import dev.coppice.app.leader.LeaderElection;
import dev.coppice.app.metrics.MetricsServer;
import dev.coppice.app.metrics.ProcessMetrics;
import dev.coppice.app.startup.ClusterPreflight;
import dev.coppice.app.startup.ClusterProbe;
import dev.coppice.app.startup.RequiredKind;
import dev.coppice.controllers.ControllerSettings;
import dev.coppice.core.time.BackOff;
import dev.coppice.kube.LogKeys;
import dev.coppice.kube.authorization.ClusterAuthorizer;
import dev.coppice.kube.client.ClusterConnection;
import dev.coppice.kube.client.FailureReason;
import dev.coppice.kube.schema.ServedSchemas;
import dev.coppice.webhook.Webhook;
import dev.coppice.webhook.registration.JudgedQueues;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts of one process, from its probes to its controllers. */
final class CoppiceProcess implements AutoCloseable {

  private static final Logger LOGGER = LoggerFactory.getLogger(CoppiceProcess.class);

  /** A little more than the controllers' own limit: theirs ends well, ours cuts off. */
  private static final Duration STOP_LIMIT =
      ControllerSettings.DEFAULTS.stopTimeout().plusSeconds(2);

  private static final BackOff BETWEEN_LOOKS =
      new BackOff(Duration.ofMillis(250), Duration.ofSeconds(10));

  private final ProcessMetrics metrics = new ProcessMetrics(Version.CURRENT);
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("startup").daemon().factory());
  private final CompletableFuture<ExitCode> ended = new CompletableFuture<>();
  private final ClusterConnection connection;
  private final Role role;
  private final boolean allowsOlderSchemas;
  private final Optional<ServedSchemas> schemas;
  private final Optional<OperatorLifecycle> operator;
  private final Optional<Webhook> webhook;
  private final TextServer probes;
  private final TextServer scrapes;

  private CoppiceProcess(
      Role role,
      OperatorConfiguration configuration,
      ClusterConnection connection,
      boolean allowsOlderSchemas)
      throws IOException {
    this.role = role;
    this.allowsOlderSchemas = allowsOlderSchemas;
    this.connection = connection;
    this.webhook =
        role.servesAdmission() ? Optional.of(webhook(configuration, connection)) : Optional.empty();
    this.schemas =
        role.runsControllers()
            ? Optional.of(ServedSchemas.watch(connection.client(), metrics.registry()))
            : Optional.empty();
    this.operator = schemas.map(served -> operator(configuration, connection, served));
    operator.ifPresent(lifecycle -> {
      metrics.showLead(lifecycle::leads);
      connection.unservedKinds().listen(lifecycle::doubt);
      var _ = lifecycle.ended().thenAccept(ended::complete);
    });
    connection.clock().showOffset(metrics.registry());
    connection.history().showCuts(metrics.registry());
    OperatorConfiguration.Server server = configuration.server();
    Endpoint health = server.healthProbes();
    this.probes =
        told(
            "probes",
            TextServer.start(
                health.bindAddress(),
                health.port(),
                HealthPages.of(this::liveness, this::readiness)));
    this.scrapes =
        told(
            "metrics",
            MetricsServer.start(
                server.metrics(),
                metrics,
                new ClusterAuthorizer(connection.client()),
                connection.clock()));
    var _ =
        connection
            .history()
            .cut()
            .thenRun(() -> Thread.ofVirtual().name("history").start(this::endForHistory));
  }

  /**
   * Starts a process that goes on by itself.
   *
   * @param kubeconfig empty for the pod's own credentials, or what kubectl would use
   * @param machine the clock of this machine; nothing is decided by it once the API server answers
   * @param allowsOlderSchemas whether it is ready where the served schemas lack what it writes
   * @throws IOException if something outside prevents it, in words for the person who started it
   */
  static CoppiceProcess start(
      Role role,
      OperatorConfiguration configuration,
      Optional<Path> kubeconfig,
      Clock machine,
      boolean allowsOlderSchemas)
      throws IOException {
    LOGGER
        .atInfo()
        .addKeyValue(LogKeys.ROLE, role.subcommand())
        .addKeyValue(LogKeys.VERSION, Version.CURRENT)
        .log("Coppice starts");
    ClusterConnection connection =
        ClusterConnection.open(
            kubeconfig,
            "coppice-%s/%s".formatted(role.subcommand(), Version.CURRENT),
            configuration.leaderElection().renewDeadline(),
            machine);
    CoppiceProcess process =
        new CoppiceProcess(role, configuration, connection, allowsOlderSchemas);
    process.operator.ifPresent(OperatorLifecycle::start);
    return process;
  }

  private Webhook webhook(OperatorConfiguration configuration, ClusterConnection connection)
      throws IOException {
    Webhook started =
        Webhook.start(
            WebhookWiring.settings(
                configuration,
                OwnIdentity.namespace(configuration.leaderElection().resourceNamespace()),
                kai(configuration, connection)),
            connection.client(),
            metrics.registry(),
            connection.clock());
    var _ =
        started
            .listening()
            .thenAccept(port -> tellListening("webhooks", port))
            .exceptionally(this::cannotListen);
    return started;
  }

  // What may be stored depends on it from the first answer on.
  private static JudgedQueues.Kai kai(
      OperatorConfiguration configuration, ClusterConnection connection) throws IOException {
    try {
      return WebhookWiring.kai(configuration, connection.client());
    } catch (KubernetesClientException e) {
      throw new IOException(
          "cannot see whether KAI reads the Queues: "
              + connection.reachability().failure().orElseGet(() -> FailureReason.of(e)),
          e);
    }
  }

  private @Nullable Void cannotListen(Throwable failure) {
    LOGGER
        .atError()
        .addKeyValue(LogKeys.FAILURE, FailureReason.of(failure))
        .log("The webhook cannot listen; the process ends");
    ended.complete(ExitCode.INITIALISATION);
    return null;
  }

  private OperatorLifecycle operator(
      OperatorConfiguration configuration, ClusterConnection connection, ServedSchemas served) {
    ClusterPreflight preflight =
        new ClusterPreflight(
            new ClusterProbe(
                connection.client(),
                RequiredKind.of(OperatorWiring.needsTopologies(configuration))),
            BETWEEN_LOOKS,
            scheduler);
    return new OperatorLifecycle(
        preflight,
        election(configuration.leaderElection(), connection),
        OperatorWiring.controllers(
            configuration,
            connection,
            OwnIdentity.namespace(configuration.leaderElection().resourceNamespace()),
            metrics.registry(),
            served),
        STOP_LIMIT);
  }

  private static Optional<LeaderElection> election(
      OperatorConfiguration.LeaderElection settings, ClusterConnection connection) {
    return settings.enabled()
        ? Optional.of(
            new LeaderElection(
                connection.leaseClient(),
                settings,
                OwnIdentity.namespace(settings.resourceNamespace()),
                OwnIdentity.holder(),
                connection.clock()))
        : Optional.empty();
  }

  private static TextServer told(String purpose, TextServer server) {
    tellListening(purpose, server.port());
    return server;
  }

  private static void tellListening(String purpose, int port) {
    LOGGER
        .atInfo()
        .addKeyValue(LogKeys.ENDPOINT, purpose)
        .addKeyValue(LogKeys.PORT, port)
        .log("Listening");
  }

  private Stream<HealthCheck> liveness() {
    return operator.stream().flatMap(OperatorLifecycle::liveness);
  }

  private Stream<HealthCheck> readiness() {
    return Stream.of(
            apiServerReadiness(),
            webhook.stream().map(CoppiceProcess::webhookReadiness),
            schemas.stream().map(this::schemaReadiness),
            operator.stream().flatMap(OperatorLifecycle::readiness))
        .flatMap(checks -> checks);
  }

  /** A webhook answers the API server without calling it, and must not be taken from it. */
  private Stream<HealthCheck> apiServerReadiness() {
    return role.runsControllers()
        ? Stream.of(new HealthCheck("apiServer", this::apiServerHealth))
        : Stream.empty();
  }

  private static HealthCheck webhookReadiness(Webhook webhook) {
    return new HealthCheck(
        "webhook",
        () ->
            webhook
                .complaint()
                .map(Health::failing)
                .or(() -> webhook.notice().map(Health::noticing))
                .orElseGet(Health::ok));
  }

  private HealthCheck schemaReadiness(ServedSchemas served) {
    return new HealthCheck("schemas", () -> schemaHealth(served));
  }

  private Health schemaHealth(ServedSchemas served) {
    if (allowsOlderSchemas) {
      return Health.ok();
    }
    List<String> missing = served.gaps().fields();
    return missing.isEmpty()
        ? served.unseen().map(Health::failing).orElseGet(Health::ok)
        : Health.failing(
            "SchemaTooOld: the served schemas lack %s; install them with: coppice crds --apply"
                .formatted(String.join(", ", missing)));
  }

  private Health apiServerHealth() {
    return connection.reachability().failure().map(Health::failing).orElseGet(Health::ok);
  }

  /** Nothing that the caches hold can be trusted: the next process fills them anew. */
  private void endForHistory() {
    operator.ifPresent(OperatorLifecycle::stop);
    webhook.ifPresent(Webhook::close);
    ended.complete(ExitCode.HISTORY);
  }

  /** Completes when the process has to end without being asked to. */
  CompletableFuture<ExitCode> ended() {
    return ended;
  }

  int probePort() {
    return probes.port();
  }

  int metricsPort() {
    return scrapes.port();
  }

  /** Stops in order: controllers, lease, webhook, clients, and the probes last. */
  @Override
  public void close() {
    LOGGER.atInfo().log("Coppice stops");
    operator.ifPresent(OperatorLifecycle::stop);
    schemas.ifPresent(ServedSchemas::close);
    webhook.ifPresent(Webhook::close);
    scheduler.shutdownNow();
    connection.close();
    scrapes.close();
    probes.close();
    metrics.close();
  }
}
