package dev.coppice.kube.client;

import dev.coppice.kube.clock.AnswerDates;
import dev.coppice.kube.clock.ServerClock;
import dev.coppice.kube.history.AnsweredRevisions;
import dev.coppice.kube.history.ClusterHistory;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The clients of one process. Leases have a client of their own, so that a renewal never queues
 * behind ordinary work and gives up earlier.
 */
public final class ClusterConnection implements AutoCloseable {

  /** A lease request is tried twice; a leader then has time for another pair before it gives up. */
  private static final int LEASE_REQUESTS_UNTIL_DEADLINE = 4;

  private static final Duration LONGEST_REQUEST = Duration.ofSeconds(8);

  private final ApiServerReachability reachability = new ApiServerReachability();
  private final UnservedKinds unservedKinds = new UnservedKinds();
  private final ServerClock clock;
  private final ClusterHistory history = new ClusterHistory();
  private final HistoryLooks looks;
  private final KubernetesClient client;
  private final KubernetesClient leaseClient;

  private ClusterConnection(Config config, Duration renewDeadline, Clock machine) {
    this.clock = new ServerClock(machine);
    Map<String, Interceptor> observers =
        Map.of(
            "reachability",
            reachability,
            "unserved-kinds",
            unservedKinds,
            "answer-dates",
            new AnswerDates(clock),
            "history",
            new AnsweredRevisions(history));
    this.client = Clients.create(config, requestTimeout(renewDeadline), observers);
    this.looks = new HistoryLooks(history, new HttpApiServer(client));
    history.lookBy(looks);
    this.leaseClient =
        Clients.create(config, renewDeadline.dividedBy(LEASE_REQUESTS_UNTIL_DEADLINE), observers);
  }

  /**
   * Prepares the clients; nothing is sent yet.
   *
   * @param kubeconfig when empty: the pod's service account, or what kubectl would use
   * @param userAgent how the process names itself in the API server's audit log
   * @param renewDeadline how long a leader that cannot renew still acts: no write may hang longer
   * @param machine the clock of this machine
   * @throws IOException if the kubeconfig is there but of no use
   */
  public static ClusterConnection open(
      Optional<Path> kubeconfig, String userAgent, Duration renewDeadline, Clock machine)
      throws IOException {
    Config config = new ConfigBuilder(config(kubeconfig)).withUserAgent(userAgent).build();
    return new ClusterConnection(config, renewDeadline, machine);
  }

  /**
   * Begins, on a thread of its own, what the first answers would otherwise wait for; what comes of
   * it is for all connections of this process. Returns at once.
   */
  public static void prepare() {
    Thread.ofPlatform().daemon().name("prepare").start(Clients::prepareReading);
  }

  private static Config config(Optional<Path> kubeconfig) throws IOException {
    if (kubeconfig.isEmpty()) {
      return Config.autoConfigure(null);
    }
    Path file = kubeconfig.get();
    if (!Files.isReadable(file)) {
      throw new IOException("%s: no such file, or not readable".formatted(file));
    }
    try {
      return Config.fromKubeconfig(file.toFile());
    } catch (RuntimeException e) {
      throw new IOException("%s: %s".formatted(file, FailureReason.of(e)), e);
    }
  }

  static Duration requestTimeout(Duration renewDeadline) {
    Duration withinDeadline = renewDeadline.multipliedBy(4).dividedBy(5);
    return withinDeadline.compareTo(LONGEST_REQUEST) < 0 ? withinDeadline : LONGEST_REQUEST;
  }

  /** For everything but leases. */
  public KubernetesClient client() {
    return client;
  }

  /** For leases only. */
  public KubernetesClient leaseClient() {
    return leaseClient;
  }

  /** The API server's time, set by the answers to all clients. */
  public ServerClock clock() {
    return clock;
  }

  /** What was seen of the API server's store, by all clients. */
  public ClusterHistory history() {
    return history;
  }

  public ApiServerReachability reachability() {
    return reachability;
  }

  public UnservedKinds unservedKinds() {
    return unservedKinds;
  }

  @Override
  public void close() {
    looks.close();
    leaseClient.close();
    client.close();
  }
}
