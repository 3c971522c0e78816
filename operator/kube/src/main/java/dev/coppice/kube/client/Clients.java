package dev.coppice.kube.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;

/** Makes clients that suit a controller. */
final class Clients {

  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);

  private Clients() {}

  /**
   * A client for the given cluster and credentials.
   *
   * @param requestTimeout how long a single call may take
   * @param reachability sees every call
   */
  static KubernetesClient create(
      Config config, Duration requestTimeout, ApiServerReachability reachability) {
    long connect = Math.min(LONGEST_CONNECT.toMillis(), requestTimeout.toMillis());
    Config tuned =
        new ConfigBuilder(config)
            .withRequestTimeout(Math.toIntExact(requestTimeout.toMillis()))
            .withConnectionTimeout(Math.toIntExact(connect))
            // Interceptors hear of a failed attempt only where another one follows.
            .withRequestRetryBackoffLimit(1)
            .build();
    return new KubernetesClientBuilder()
        .withConfig(tuned)
        .withHttpClientFactory(new JdkHttpClientFactory())
        .withHttpClientBuilderConsumer(
            http -> http.addOrReplaceInterceptor("reachability", reachability))
        .withKubernetesSerialization(serialization())
        .build();
  }

  /** Reads objects without the record of field ownership, half of a pod's size. */
  static KubernetesSerialization serialization() {
    ObjectMapper mapper = new ObjectMapper();
    mapper.addMixIn(ObjectMeta.class, WithoutManagedFields.class);
    return new KubernetesSerialization(mapper, true);
  }

  @JsonIgnoreProperties("managedFields")
  interface WithoutManagedFields {}
}
