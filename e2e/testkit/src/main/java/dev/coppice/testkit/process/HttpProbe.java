package dev.coppice.testkit.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Asks processes over HTTP whether they are ready. The Kubernetes client would repeat a refused
 * request on its own and so hide how a start goes.
 */
public final class HttpProbe implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HttpClient client;

  private HttpProbe(HttpClient client) {
    this.client = client;
  }

  /** For addresses without TLS. */
  public static HttpProbe plain() {
    return new HttpProbe(HttpClient.newBuilder().connectTimeout(PATIENCE).build());
  }

  /** For addresses with TLS, trusted and identified as the context says. */
  public static HttpProbe secured(SSLContext context) {
    return new HttpProbe(
        HttpClient.newBuilder().connectTimeout(PATIENCE).sslContext(context).build());
  }

  /** Empty if the address answers with 200, else what it did instead. */
  public Optional<String> failure(String url) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      return response.statusCode() == 200
          ? Optional.empty()
          : Optional.of(
              "%s answers %d %s".formatted(url, response.statusCode(), response.body().strip()));
    } catch (IOException e) {
      return Optional.of("%s at %s".formatted(e.getClass().getSimpleName(), url));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + url, e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
