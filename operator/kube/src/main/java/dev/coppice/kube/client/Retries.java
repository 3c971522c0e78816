package dev.coppice.kube.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;

/** What is repeated inside the client, and what is not. */
public final class Retries {

  private static final int WATCH_RETRIES = 10;

  private Retries() {}

  /**
   * The same client for informers. Their first list repeats what fails for a moment, as right after
   * a CRD was installed; without it an operator would not start.
   */
  public static KubernetesClient forInformers(KubernetesClient client) {
    return client
        .newClient(of(client.getConfiguration(), WATCH_RETRIES))
        .adapt(KubernetesClient.class);
  }

  /**
   * The client's HTTP layer for calls of ours, which go out once: a repetition inside the client
   * would hide from us that the outcome of a write is unknown.
   */
  static HttpClient none(KubernetesClient client) {
    return client.getHttpClient().newBuilder().tag(of(client.getConfiguration(), 0)).build();
  }

  private static RequestConfig of(Config config, int retries) {
    return new RequestConfigBuilder(config.getRequestConfig())
        .withRequestRetryBackoffLimit(retries)
        .build();
  }
}
