package dev.coppice.testkit.plane;

import dev.coppice.testkit.process.HttpProbe;
import dev.coppice.testkit.process.Lifetime;
import dev.coppice.testkit.process.RecordedProcess;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.AuthInfoBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A running control plane. Several live side by side, each with a folder and ports of its own.
 *
 * <p>One that was started attached ends with {@link #close}, or with the JVM; its logs stay for
 * whoever looks into a failed test. Not for use by several threads at once.
 */
public final class ControlPlane implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration STOP = Duration.ofSeconds(20);
  private static final Duration TOKEN_LIFETIME = Duration.ofDays(1);

  private final PlaneDirectory directory;
  private final PlaneState state;
  private final Consumer<String> progress;
  private final AuditLog auditLog;

  private ControlPlane(PlaneDirectory directory, PlaneState state, Consumer<String> progress) {
    this.directory = directory;
    this.state = state;
    this.progress = progress;
    this.auditLog = new AuditLog(directory.log(AuditLog.FILE));
  }

  /** A plane that keeps its files in {@code directory}; what was there before is removed. */
  public static ControlPlaneBuilder in(Path directory) {
    return new ControlPlaneBuilder(directory);
  }

  /** The plane that another JVM left running in {@code directory}, if all of it still runs. */
  public static Optional<ControlPlane> running(Path directory) {
    PlaneDirectory files = new PlaneDirectory(directory);
    return PlaneState.read(files)
        .map(state -> new ControlPlane(files, state, step -> {}))
        .filter(plane ->
            plane.state.components().stream()
                .allMatch(launch -> plane.process(launch.component()).isPresent()));
  }

  /** Ends whatever still runs of a plane in {@code directory} and removes all its files. */
  public static void remove(Path directory) {
    PlaneDirectory files = new PlaneDirectory(directory);
    PlaneState.read(files)
        .map(state -> new ControlPlane(files, state, step -> {}))
        .ifPresent(ControlPlane::wipe);
    PlaneDirectory.delete(files.etcdData());
    PlaneDirectory.delete(files.root());
  }

  static ControlPlane start(
      PlaneDirectory directory,
      PlaneSettings settings,
      Binaries binaries,
      Consumer<String> progress) {
    remove(directory.root());
    ComponentCommands commands = new ComponentCommands(directory, settings, binaries);
    PlaneCertificates.create(
        directory,
        Clock.systemUTC(),
        commands.server(),
        ComponentCommands.KUBERNETES_SERVICE_ADDRESS);
    PlaneConfiguration.write(directory, settings);
    PlaneState state =
        new PlaneState(
            commands.server(),
            binaries.kubectl().toString(),
            directory.etcdData().toString(),
            settings.lifetime(),
            commands.all());
    state.write(directory);
    ControlPlane plane = new ControlPlane(directory, state, progress);
    if (settings.lifetime() == Lifetime.ATTACHED) {
      Runtime.getRuntime().addShutdownHook(new Thread(plane::wipe, "wipe-control-plane"));
    }
    try {
      plane.startAll(settings.identities());
    } catch (RuntimeException e) {
      plane.killAll();
      throw e;
    }
    return plane;
  }

  private void startAll(boolean identities) {
    start(Component.ETCD);
    start(Component.API_SERVER);
    if (identities) {
      Installation.into(this);
      identify();
    }
    RecordedProcess controllerManager = launch(Component.CONTROLLER_MANAGER);
    RecordedProcess scheduler = launch(Component.SCHEDULER);
    await(controllerManager, state.of(Component.CONTROLLER_MANAGER).health());
    await(scheduler, state.of(Component.SCHEDULER).health());
    // Without it the API server refuses every pod.
    await(controllerManager, state.server() + "/api/v1/namespaces/default/serviceaccounts/default");
    if (has(Component.KWOK)) {
      start(Component.KWOK);
    }
  }

  /** Writes kubeconfigs with tokens for the service accounts of an installation, which is there. */
  public void identify() {
    try (KubernetesClient client = client()) {
      Arrays.stream(PlaneUser.values())
          .filter(PlaneUser::isServiceAccount)
          .forEach(user -> Kubeconfig.write(directory, user, server(), token(client, user)));
    }
  }

  private static AuthInfo token(KubernetesClient client, PlaneUser user) {
    TokenRequest request =
        new TokenRequestBuilder()
            .withNewSpec()
            .withExpirationSeconds(TOKEN_LIFETIME.toSeconds())
            .endSpec()
            .build();
    TokenRequest answer =
        client
            .serviceAccounts()
            .inNamespace(Installation.NAMESPACE)
            .withName(user.accountName())
            .tokenRequest(request);
    return new AuthInfoBuilder().withToken(answer.getStatus().getToken()).build();
  }

  private boolean has(Component component) {
    return state.components().stream().anyMatch(launch -> launch.component() == component);
  }

  /** Starts a component that does not run and waits until it is ready. */
  public void start(Component component) {
    await(launch(component), state.of(component).health());
  }

  /** Asks a component to end, and waits until it has. */
  public void stop(Component component) {
    process(component).ifPresent(process -> process.terminate(STOP));
  }

  /** Ends a component without warning, as a crash would. */
  public void kill(Component component) {
    process(component).ifPresent(RecordedProcess::kill);
  }

  /** Stops and starts a component. */
  public void restart(Component component) {
    stop(component);
    start(component);
  }

  /** Holds a component still, as a machine does that has no time for it, until it is resumed. */
  public void suspend(Component component) {
    process(component).ifPresent(RecordedProcess::suspend);
  }

  /** Lets a component go on. */
  public void resume(Component component) {
    process(component).ifPresent(RecordedProcess::resume);
  }

  /** Keeps what etcd holds now, for which etcd is away for a moment; the objects stay. */
  public EtcdBackup backUpEtcd(Path folder) {
    return EtcdBackup.make(
        this,
        Path.of(state.etcdData()),
        state.of(Component.ETCD).health().replaceFirst("/health$", ""),
        folder);
  }

  /**
   * Lets the scheduler ask before it evicts, and try again soon; starts it again unless it does so
   * already.
   *
   * @return whether it was started again
   */
  public boolean askBeforeEvicting(Extender extender) {
    SchedulerFiles files =
        new SchedulerFiles(directory.configuration(PlaneConfiguration.SCHEDULER));
    String content = files.quick(files.configuration(), Optional.of(extender));
    if (files.say(content, extender)) {
      return false;
    }
    // Before anything is written: what the files say is known to whoever runs.
    stop(Component.SCHEDULER);
    files.write(content, Optional.of(extender));
    start(Component.SCHEDULER);
    return true;
  }

  private RecordedProcess launch(Component component) {
    if (process(component).isPresent()) {
      throw new IllegalStateException(component.binary() + " runs already");
    }
    progress.accept("starting " + component.binary());
    return RecordedProcess.start(
        state.of(component).process(), directory.record(component), state.lifetime());
  }

  private void await(RecordedProcess process, String url) {
    try (HttpProbe probe = HttpProbe.secured(PlaneTrust.of(directory))) {
      process.awaitReady(() -> probe.failure(url), START);
    }
  }

  private Optional<RecordedProcess> process(Component component) {
    return RecordedProcess.find(directory.record(component));
  }

  /** Asks all components to end, last started first; the objects stay. */
  public void stop() {
    state.components().reversed().forEach(launch -> stop(launch.component()));
  }

  /** Ends all components at once and removes all objects; logs stay. */
  public void wipe() {
    killAll();
    PlaneDirectory.delete(Path.of(state.etcdData()));
  }

  private void killAll() {
    RecordedProcess.killAll(
        state.components().stream()
            .flatMap(launch -> process(launch.component()).stream())
            .toList());
  }

  /** Same as {@link #wipe}. */
  @Override
  public void close() {
    wipe();
  }

  /** Address of the API server. */
  public String server() {
    return state.server();
  }

  /** The folder with this plane's files. */
  public Path directory() {
    return directory.root();
  }

  /** The command line client of this plane's version. */
  public Path kubectl() {
    return Path.of(state.kubectl());
  }

  /** The kubeconfig of a user. */
  public Path kubeconfig(PlaneUser user) {
    return directory.kubeconfig(user);
  }

  /** What the API server answered, to whom. */
  public AuditLog auditLog() {
    return auditLog;
  }

  /** A new client that is the administrator; whoever asked for it closes it. */
  public KubernetesClient client() {
    return client(PlaneUser.ADMIN, "default");
  }

  /** A new client for a user and a default namespace; whoever asked for it closes it. */
  public KubernetesClient client(PlaneUser user, String namespace) {
    Config config =
        new ConfigBuilder(Config.fromKubeconfig(kubeconfig(user).toFile()))
            .withNamespace(namespace)
            .withUserAgent("coppice-testkit")
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  /** The flags with which a component was started. */
  public List<String> flags(Component component) {
    List<String> command = state.of(component).process().command();
    return command.subList(1, command.size());
  }

  /** The components and how they were started, for messages. */
  public List<String> processes() {
    return state.components().stream()
        .map(launch ->
            "%s: %s"
                .formatted(
                    launch.component().binary(),
                    process(launch.component())
                        .map(process -> "pid " + process.pid())
                        .orElse("not running")))
        .toList();
  }
}
