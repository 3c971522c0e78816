package dev.coppice.kube.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;

/** Makes the one client that a process of ours has. */
public final class Clients {

  /**
   * How long a single call may take. Less than the 15 s of a lease, so that no write of a leader
   * outlives its term for long.
   */
  public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(8);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private Clients() {}

  /**
   * A client for the given cluster and credentials.
   *
   * @param config where the API server is and who we are; time-outs, retries and user agent are set
   *     here
   * @param version ours, for the user agent
   */
  public static KubernetesClient create(Config config, String version) {
    config.setUserAgent("coppice-operator/" + version);
    config.setRequestTimeout(Math.toIntExact(REQUEST_TIMEOUT.toMillis()));
    config.setConnectionTimeout(Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
    // A retry inside the client would hide from us that the outcome of a write is unknown.
    config.setRequestRetryBackoffLimit(0);
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientFactory(new JdkHttpClientFactory())
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
