package dev.coppice.kube.client;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.scheduler.kai.KaiPodGroup;
import dev.coppice.core.scheduler.kai.KaiTopology;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.kube.reading.ClusterSerialization;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/** Makes clients that suit a controller. */
final class Clients {

  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);

  /** What watches bring; a Status comes when they break. */
  static final List<Class<? extends KubernetesResource>> WATCHED =
      List.of(
          PodCliqueSet.class,
          PodCliqueScalingGroup.class,
          PodClique.class,
          PodGang.class,
          ClusterTopologyBinding.class,
          PlacedGroup.class,
          KaiPodGroup.class,
          KaiTopology.class,
          Queue.class,
          Pod.class,
          Node.class,
          Service.class,
          HorizontalPodAutoscaler.class,
          Status.class);

  /** What every process reads as soon as it begins. */
  private static final List<Class<? extends KubernetesResource>> READ_FIRST =
      List.of(
          Pod.class,
          Node.class,
          PodCliqueSet.class,
          PodClique.class,
          PodGang.class,
          PodCliqueScalingGroup.class,
          Service.class);

  private static final KubernetesSerialization SERIALIZATION = ClusterSerialization.of(WATCHED);

  static {
    // It would ask an API server that refuses connections twice as often; we try again ourselves.
    System.setProperty("jdk.httpclient.disableRetryConnect", "true");
  }

  private Clients() {}

  /**
   * Jackson works out how a class is read when it meets the first object of it: otherwise when a
   * process waits for its first lists.
   */
  static void prepareReading() {
    READ_FIRST.forEach(kind -> SERIALIZATION.unmarshal("{\"metadata\":{}}", kind));
  }

  /**
   * A client for the given cluster and credentials.
   *
   * @param requestTimeout how long a single call may take
   * @param observers see every call, each by its name
   */
  static KubernetesClient create(
      Config config, Duration requestTimeout, Map<String, Interceptor> observers) {
    long connect = Math.min(LONGEST_CONNECT.toMillis(), requestTimeout.toMillis());
    Config tuned =
        new ConfigBuilder(config)
            .withRequestTimeout(Math.toIntExact(requestTimeout.toMillis()))
            .withConnectionTimeout(Math.toIntExact(connect))
            // Interceptors hear of a failed attempt only where another one follows.
            .withRequestRetryBackoffLimit(1)
            // Of HTTP/2 an API server takes 100 calls at once, and the client fails the next one.
            .withHttp2Disable(true)
            .build();
    return create(http(tuned, observers).build(), tuned, serialization());
  }

  static HttpClient.Builder http(Config config, Map<String, Interceptor> observers) {
    HttpClient.Builder http = new OnVirtualThreads().newBuilder(config);
    observers.forEach(http::addOrReplaceInterceptor);
    if (!hasToken(config)) {
      // From the second minute on it would read the kubeconfig anew in every call.
      http.addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, null);
    }
    return http;
  }

  /** A client above this HTTP layer, whose lists are bounded. */
  static KubernetesClient create(
      HttpClient http, Config config, KubernetesSerialization serialization) {
    return new KubernetesClientImpl(new BoundedLists(http), config, null, serialization);
  }

  /** Whether calls carry something that has to be renewed or named in each of them. */
  private static boolean hasToken(Config config) {
    return config.getOauthTokenProvider() != null
        || config.getOauthToken() != null
        || config.getAutoOAuthToken() != null
        || config.getAuthProvider() != null
        || config.getUsername() != null;
  }

  /** Reads no more of an object than anybody looks at; all clients have the same. */
  static KubernetesSerialization serialization() {
    return SERIALIZATION;
  }

  /** A hundred calls at once would cost a hundred threads of the platform. */
  static final class OnVirtualThreads extends JdkHttpClientFactory {
    @Override
    protected java.net.http.HttpClient.Builder createNewHttpClientBuilder() {
      return java.net.http.HttpClient.newBuilder()
          .executor(Executors.newVirtualThreadPerTaskExecutor());
    }
  }
}
