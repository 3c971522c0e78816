package dev.coppice.webhook.lookup;

import dev.coppice.kube.client.FailureReason;
import dev.coppice.webhook.review.UnansweredException;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.time.Duration;
import java.util.function.Supplier;

/** What is asked from the API server while somebody waits for an answer. */
final class LookupCall {

  private LookupCall() {}

  /** A client that gives up after so long, and does not try again. */
  static KubernetesClient within(Duration longest, KubernetesClient client) {
    return client
        .newClient(
            new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withRequestTimeout(Math.toIntExact(longest.toMillis()))
                .withRequestRetryBackoffLimit(0)
                .build())
        .adapt(KubernetesClient.class);
  }

  /**
   * What a call answers.
   *
   * @param what is asked for, in words that follow "cannot look up"
   * @throws UnansweredException if the API server does not answer
   */
  static <T> T of(String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (KubernetesClientException e) {
      throw new UnansweredException(
          "cannot look up %s: %s".formatted(what, FailureReason.of(e)), e);
    }
  }
}
