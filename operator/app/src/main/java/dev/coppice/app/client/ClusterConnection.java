package dev.coppice.app.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The clients of one process. Leases have a client of their own, so that a renewal never queues
 * behind ordinary work and gives up earlier.
 */
public final class ClusterConnection implements AutoCloseable {

  private static final Duration LONGEST_REQUEST = Duration.ofSeconds(8);
  private static final Duration CONNECT = Duration.ofSeconds(3);

  private final ApiServerReachability reachability = new ApiServerReachability();
  private final KubernetesClient client;
  private final KubernetesClient leaseClient;

  private ClusterConnection(Config config, Duration renewDeadline) {
    this.client = client(config, requestTimeout(renewDeadline), 1);
    this.leaseClient = client(config, renewDeadline.dividedBy(2), 0);
  }

  /**
   * Prepares the clients; nothing is sent yet.
   *
   * @param kubeconfig when empty: the pod's service account, or what kubectl would use
   * @param userAgent how the process names itself in the API server's audit log
   * @param renewDeadline how long a leader that cannot renew still acts: no write may hang longer
   * @throws IOException if the kubeconfig is there but of no use
   */
  public static ClusterConnection open(
      Optional<Path> kubeconfig, String userAgent, Duration renewDeadline) throws IOException {
    Config config = new ConfigBuilder(config(kubeconfig)).withUserAgent(userAgent).build();
    return new ClusterConnection(config, renewDeadline);
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

  /** Retries are few here: those who ask repeat with what they know by then. */
  private KubernetesClient client(Config config, Duration requestTimeout, int retries) {
    Config tuned =
        new ConfigBuilder(config)
            .withRequestTimeout(Math.toIntExact(requestTimeout.toMillis()))
            .withConnectionTimeout(
                Math.toIntExact(Math.min(CONNECT.toMillis(), requestTimeout.toMillis())))
            .withRequestRetryBackoffLimit(retries)
            .build();
    return new KubernetesClientBuilder()
        .withConfig(tuned)
        .withHttpClientBuilderConsumer(
            http -> http.addOrReplaceInterceptor("reachability", reachability))
        .build();
  }

  /** For everything but leases. */
  public KubernetesClient client() {
    return client;
  }

  /** For leases only. */
  public KubernetesClient leaseClient() {
    return leaseClient;
  }

  public ApiServerReachability reachability() {
    return reachability;
  }

  @Override
  public void close() {
    leaseClient.close();
    client.close();
  }
}
