package dev.coppice.faults;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The API server as the proxy reaches it.
 *
 * @param server its address
 * @param client proves itself with the operator's certificate if it has one; a token comes with
 *     each call
 */
record Upstream(String server, HttpClient client) implements AutoCloseable {

  /** The connections' own business. */
  private static final Set<String> NOT_PASSED_ON =
      Set.of(
          "accept-encoding",
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "transfer-encoding",
          "upgrade");

  static Upstream of(Config identity) {
    return new Upstream(
        identity.getMasterUrl().replaceAll("/$", ""),
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(ProxyTrust.client(identity))
            .build());
  }

  /** Makes a call as it came, under an id by which the audit log knows it. */
  HttpResponse<byte[]> call(HttpExchange exchange, byte[] body, String auditId) throws IOException {
    return send(
        request(exchange)
            .header("Audit-ID", auditId)
            .method(
                exchange.getRequestMethod(),
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body)),
        BodyHandlers.ofByteArray());
  }

  /** Opens a watch. */
  HttpResponse<InputStream> watch(HttpExchange exchange) throws IOException {
    return send(request(exchange), BodyHandlers.ofInputStream());
  }

  private <T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> handler)
      throws IOException {
    try {
      return client.send(request.build(), handler);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the proxy ends");
    }
  }

  private HttpRequest.Builder request(HttpExchange exchange) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + exchange.getRequestURI()));
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> {
          if (isPassedOn(name)) {
            values.forEach(value -> request.header(name, value));
          }
        });
    return request;
  }

  /** Says to the operator what the API server said about its answer. */
  static void copyHeaders(HttpResponse<?> response, HttpExchange exchange) {
    response
        .headers()
        .map()
        .forEach((name, values) -> {
          if (isPassedOn(name)) {
            exchange.getResponseHeaders().put(name, List.copyOf(values));
          }
        });
  }

  private static boolean isPassedOn(String header) {
    return !NOT_PASSED_ON.contains(header.toLowerCase(Locale.ROOT));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
