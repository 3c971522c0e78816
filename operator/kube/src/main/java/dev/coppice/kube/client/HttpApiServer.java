package dev.coppice.kube.client;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Calls through the client's own HTTP layer, with its authentication and TLS. The typed calls of
 * the client are not used for writes: they read an object again before they patch it, have no
 * preconditions on UIDs, and turn replies into exceptions.
 */
public final class HttpApiServer implements ApiServer {

  private final HttpClient http;
  private final String root;
  private final Duration timeout;

  /** Calls the API server of the client, each call within the client's request time-out. */
  public HttpApiServer(KubernetesClient client) {
    http = Retries.none(client);
    root = client.getMasterUrl().toString().replaceAll("/+$", "");
    timeout = Duration.ofMillis(client.getConfiguration().getRequestTimeout());
  }

  @Override
  public Reply send(Call call) {
    HttpRequest.Builder request =
        http.newHttpRequestBuilder()
            .uri(root + call.path())
            .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (call.body() != null) {
      request.method(call.verb().method(), call.contentType(), call.body());
    }
    CompletableFuture<HttpResponse<String>> pending = http.sendAsync(request.build(), String.class);
    try {
      HttpResponse<String> response = pending.get();
      return new Reply.Answered(response.code(), response.body());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException lost) {
        return new Reply.Lost(describe(lost));
      }
      throw new IllegalStateException("cannot send " + call.verb() + " " + call.path(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      pending.cancel(true);
      return new Reply.Lost("interrupted");
    }
  }

  // Some connection failures carry no message at all.
  private static String describe(IOException lost) {
    return lost.getMessage() == null ? lost.getClass().getSimpleName() : lost.getMessage();
  }
}
