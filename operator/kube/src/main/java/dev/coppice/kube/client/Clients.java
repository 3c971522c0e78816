package dev.coppice.kube.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/** Clients for our ways of reading and writing, all on one HTTP client. */
public final class Clients {

  private static final int WATCH_RETRIES = 10;

  private Clients() {}

  /**
   * Begins a client for the given cluster and credentials.
   *
   * @param config where the API server is, who we are, and how long a call may take: less than the
   *     term of a lease, so that no write of a leader outlives its term for long
   */
  public static KubernetesClientBuilder builder(Config config) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientFactory(new JdkHttpClientFactory())
        .withKubernetesSerialization(serialization());
  }

  /**
   * The same client for informers. Their first list repeats what fails for a moment, as right after
   * a CRD was installed; without it an operator would not start.
   */
  public static KubernetesClient forInformers(KubernetesClient client) {
    return client
        .newClient(withRetries(client.getConfiguration(), WATCH_RETRIES))
        .adapt(KubernetesClient.class);
  }

  /**
   * The HTTP layer of the client for calls of ours. It repeats nothing: a repetition inside the
   * client would hide from us that the outcome of a write is unknown.
   */
  static HttpClient withoutRetries(KubernetesClient client) {
    return client
        .getHttpClient()
        .newBuilder()
        .tag(withRetries(client.getConfiguration(), 0))
        .build();
  }

  private static RequestConfig withRetries(Config config, int retries) {
    return new RequestConfigBuilder(config.getRequestConfig())
        .withRequestRetryBackoffLimit(retries)
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
