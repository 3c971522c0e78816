package dev.coppice.webhook.server;

import dev.coppice.http.ConnectionLimits;
import dev.coppice.http.Exchange;
import dev.coppice.http.ExchangeHandler;
import dev.coppice.http.HttpServer;
import dev.coppice.http.ServerThreads;
import dev.coppice.webhook.eviction.Extender;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewPath;
import dev.coppice.webhook.review.Reviewer;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Answers reviews over TLS 1.2 and 1.3, each connection on a virtual thread of its own, so that one
 * who sends slowly holds up nobody else. Its port is closed until it is opened.
 */
public final class AdmissionServer implements AutoCloseable {

  /** What is under way has this long to end. */
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final HttpServer server;
  private final UnderWay underWay = new UnderWay();
  private final Map<String, ExchangeHandler> endpoints = new HashMap<>();

  private final ReviewWork work;

  private boolean closed;

  /**
   * A server that does not listen yet.
   *
   * @param tls presents the certificate
   * @param reviewers by path
   * @param extender answers schedulers that ask before they evict; empty if none is to
   */
  public AdmissionServer(
      SSLContext tls,
      Map<ReviewPath, Reviewer> reviewers,
      Optional<Extender> extender,
      Limits limits,
      MeterRegistry registry)
      throws IOException {
    this(
        tls,
        reviewers,
        extender,
        limits,
        Connections.within(Runtime.getRuntime().maxMemory()),
        registry);
  }

  AdmissionServer(
      SSLContext tls,
      Map<ReviewPath, Reviewer> reviewers,
      Optional<Extender> extender,
      Limits limits,
      ConnectionLimits connections,
      MeterRegistry registry)
      throws IOException {
    Bodies bodies = new Bodies(limits.bodyBytes(), limits.bufferedBytes());
    work = new ReviewWork(limits);
    reviewers.forEach((path, reviewer) ->
        endpoints.put(
            path.path(),
            new ReviewEndpoint(
                path, reviewer, bodies, work, limits, new ReviewMeters(registry, path), underWay)));
    extender.ifPresent(asked ->
        endpoints.put(
            ExtenderEndpoint.PATH,
            new ExtenderEndpoint(
                asked,
                ExtenderLimits.within(Runtime.getRuntime().maxMemory()),
                registry,
                underWay)));
    ConnectionMeters meters = new ConnectionMeters(registry, connections.connections());
    server =
        new HttpServer("webhook", ServerThreads.VIRTUAL, connections, tls, this::handle, meters);
    meters.show(server::connections);
  }

  /**
   * Listens, and answers from now on.
   *
   * @param address where to listen; port 0 for any free one
   * @return false if it has been closed already
   * @throws IOException if that is not possible, in words for the person who named the address
   */
  public synchronized boolean open(InetSocketAddress address) throws IOException {
    if (closed) {
      return false;
    }
    server.open(address);
    return true;
  }

  /** To the endpoint that the path leads to, or past. */
  private void handle(Exchange exchange) throws IOException {
    String path = exchange.path();
    for (Map.Entry<String, ExchangeHandler> endpoint : endpoints.entrySet()) {
      if (path.equals(endpoint.getKey()) || path.startsWith(endpoint.getKey() + "/")) {
        endpoint.getValue().handle(exchange);
        return;
      }
    }
    Responses.send(exchange, Answer.refuse(null, Denials.notFound(path), Outcome.UNREADABLE));
  }

  /** The port that is really listened on, once it is open. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    underWay.end(STOP_LIMIT);
    server.close();
    work.close();
  }
}
