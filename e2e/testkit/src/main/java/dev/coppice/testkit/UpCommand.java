package dev.coppice.testkit;

import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.Binaries;
import dev.coppice.testkit.plane.Component;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.process.Checkout;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Brings a cluster with the operator up, or up to date if it runs already. */
@Command(name = "up", description = "Starts a cluster on this machine with the operator in it.")
final class UpCommand implements Callable<Integer> {

  static final String HOME = ".run";
  static final String OPERATOR = "operator";

  private static final String FIELD_MANAGER = "coppice-up";
  private static final int NODES = 8;

  /** A laptop that sleeps, or a build beside it, must not make nodes look lost. */
  private static final Duration NODE_GRACE_PERIOD = Duration.ofSeconds(40);

  /** Pods that wait for others to go are no more patient than whoever tries it out. */
  private static final String LOOK_AGAIN = "--pod-max-in-unschedulable-pods-duration=5s";

  @Option(names = "--bare", description = "Neither nodes nor a sample.")
  private boolean bare;

  @Option(names = "--kubeconfig", description = "Use this cluster in place of one made here.")
  private @Nullable Path kubeconfig;

  @Option(names = "--started", hidden = true, description = "When the script began (epoch ms).")
  private long started = System.currentTimeMillis();

  @Override
  public Integer call() {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Progress progress = new Progress(out, Clock.systemUTC(), Instant.ofEpochMilli(started));
    Checkout checkout = Checkout.find();
    Path home = checkout.resolve(HOME);
    Binaries binaries = Binaries.find();

    Cluster cluster = cluster(home, binaries, progress);

    try (KubernetesClient client = client(cluster.administrator())) {
      if (cluster.simulated() && !bare) {
        progress.step("waiting for %d simulated GPU nodes".formatted(NODES));
        new SimulatedNodes(client).create(NodeShape.gpu("gpu"), NODES);
      }
      progress.step("installing the CRDs");
      CrdInstallation.into(client, FIELD_MANAGER);
      if (cluster.simulated()) {
        CrdInstallation.ofQueues(client, FIELD_MANAGER);
      }
      OperatorProcess operator =
          operator(checkout, home.resolve(OPERATOR), cluster, client, progress);
      cluster.plane().ifPresent(plane -> pointScheduler(plane, client, progress));
      if (!bare) {
        Sample sample = Sample.read(client, checkout.resolve("docs/samples/disaggregated.yaml"));
        progress.step(
            "applying the sample %s and waiting until it is available".formatted(sample.name()));
        sample.apply(FIELD_MANAGER);
        sample.awaitAvailable(progress, operator);
        show(binaries, cluster.administrator());
      }
      progress.step("up");
      explain(out, operator, cluster.administrator(), client.getMasterUrl(), binaries);
    }
    return 0;
  }

  /** A cluster, and as whom one acts in it. */
  private record Cluster(Path administrator, Optional<ControlPlane> plane) {

    boolean simulated() {
      return plane.isPresent();
    }
  }

  private Cluster cluster(Path home, Binaries binaries, Progress progress) {
    if (kubeconfig != null) {
      Path given = kubeconfig.toAbsolutePath();
      return new Cluster(given, Optional.empty());
    }
    ControlPlane plane = plane(home, binaries, progress);
    return new Cluster(plane.kubeconfig(PlaneUser.ADMIN), Optional.of(plane));
  }

  private static ControlPlane plane(Path home, Binaries binaries, Progress progress) {
    Optional<ControlPlane> running = ControlPlane.running(home);
    if (running.isPresent()) {
      progress.step("the control plane runs already: " + running.get().server());
      return running.get();
    }
    OperatorProcess.running(home.resolve(OPERATOR)).ifPresent(OperatorProcess::kill);
    return ControlPlane.in(home)
        .detached()
        .binaries(binaries)
        .nodeGracePeriod(NODE_GRACE_PERIOD)
        .flags(Component.SCHEDULER, LOOK_AGAIN)
        .progress(progress::step)
        .start();
  }

  private static OperatorProcess operator(
      Checkout checkout,
      Path directory,
      Cluster cluster,
      KubernetesClient client,
      Progress progress) {
    Optional<OperatorProcess> running = OperatorProcess.running(directory);
    if (running.isPresent()) {
      if (running.get().isUpToDate(OperatorBuild.of(checkout), cluster.administrator())) {
        progress.step("the operator runs already: pid " + running.get().pid());
        return running.get();
      }
      progress.step("stopping the operator, which has changed");
      running.get().terminate();
    }
    OperatorProcessBuilder builder =
        OperatorProcess.in(directory, cluster.administrator()).detached();
    if (!cluster.simulated()) {
      progress.step(
          "starting the operator without its webhook, which a cluster elsewhere cannot reach: what"
              + " is wrong with a set says its condition Valid. charts/coppice installs both");
      return builder.start();
    }
    progress.step("starting the operator and its webhook");
    OperatorProcess operator =
        builder
            .nativeGangs()
            .subcommand("all")
            .configure("queue.enabled", true)
            .configure("evictionGuard.wakeUp", "Nomination")
            .launch();
    WebhookRegistration.apply(operator, cluster.administrator());
    operator.awaitReady();
    WebhookRegistration.awaitAnswers(client);
    return operator;
  }

  /** An operator that was started anew listens elsewhere. */
  private static void pointScheduler(
      ControlPlane plane, KubernetesClient client, Progress progress) {
    if (plane.askBeforeEvicting(WebhookRegistration.extender(client))) {
      progress.step("kube-scheduler was started again: it asks the webhook before it evicts");
    }
  }

  private static KubernetesClient client(Path kubeconfig) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(Config.fromKubeconfig(kubeconfig.toFile()))
                .withUserAgent(FIELD_MANAGER)
                .build())
        .build();
  }

  private static void show(Binaries binaries, Path kubeconfig) {
    try {
      int code =
          new ProcessBuilder(
                  binaries.kubectl().toString(),
                  "--kubeconfig",
                  kubeconfig.toString(),
                  "get",
                  "pcs,pcsg,pclq,pods")
              .inheritIO()
              .start()
              .waitFor();
      if (code != 0) {
        throw new IllegalStateException("kubectl ended with " + code);
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot run " + binaries.kubectl(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while kubectl ran", e);
    }
  }

  private void explain(
      PrintStream out,
      OperatorProcess operator,
      Path administrator,
      URL server,
      Binaries binaries) {
    out.printf(
        """

        Go on with
          export KUBECONFIG=%s
          export PATH=%s:$PATH
          kubectl %s
        The API server is %s
        The operator  is %s and %s
        It logs to %s.
        hack/up again brings it up to date after a change; hack/down ends everything.
        """,
        administrator,
        binaries.folder(),
        bare ? "get crds" : "scale pclq disaggregated-0-decode --replicas=4",
        server,
        operator.readinessUrl(),
        operator.metricsUrl(),
        operator.logFile());
  }
}
