package dev.coppice.webhook.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.coppice.webhook.eviction.Extender;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewPath;
import dev.coppice.webhook.review.Reviewer;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Answers reviews over TLS 1.2 and 1.3, each request on a virtual thread of its own, so that one
 * who sends slowly holds up nobody else. Its port is closed until it is opened.
 */
public final class AdmissionServer implements AutoCloseable {

  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  /** What is under way has this long to end. */
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  /** Connections that may wait to be accepted; the default of 50 is less than a burst has. */
  private static final int BACKLOG = 1024;

  private final HttpsServer server;
  private final UnderWay underWay = new UnderWay();
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

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
    JdkServerSettings.apply();
    server = HttpsServer.create();
    server.setHttpsConfigurator(new ModernTls(tls));
    Bodies bodies = new Bodies(limits.bodyBytes(), limits.bufferedBytes());
    Semaphore turns = new Semaphore(limits.reviewsInFlight(), true);
    server.createContext("/", AdmissionServer::notFound);
    reviewers.forEach((path, reviewer) ->
        server.createContext(
            path.path(),
            new ReviewEndpoint(
                path,
                reviewer,
                bodies,
                turns,
                limits,
                new ReviewMeters(registry, path),
                underWay)));
    extender.ifPresent(asked ->
        server.createContext(
            ExtenderEndpoint.PATH,
            new ExtenderEndpoint(
                asked,
                ExtenderLimits.within(Runtime.getRuntime().maxMemory()),
                registry,
                underWay)));
    server.setExecutor(executor);
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
    bind(address);
    server.start();
    return true;
  }

  private void bind(InetSocketAddress address) throws IOException {
    if (address.isUnresolved()) {
      throw new IOException(
          "cannot listen on %s: unknown address".formatted(address.getHostString()));
    }
    try {
      server.bind(address, BACKLOG);
    } catch (IOException e) {
      throw new IOException(
          "cannot listen on %s:%d: %s"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()));
    }
  }

  private static void notFound(HttpExchange exchange) throws IOException {
    try (exchange) {
      Responses.send(
          exchange,
          Answer.refuse(
              null, Denials.notFound(exchange.getRequestURI().getPath()), Outcome.UNREADABLE));
    }
  }

  /** The port that is really listened on, once it is open. */
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    underWay.end(STOP_LIMIT);
    server.stop(0);
    executor.close();
  }

  private static final class ModernTls extends HttpsConfigurator {

    ModernTls(SSLContext context) {
      super(context);
    }

    @Override
    public void configure(HttpsParameters parameters) {
      SSLParameters tls = getSSLContext().getDefaultSSLParameters();
      tls.setProtocols(PROTOCOLS);
      parameters.setSSLParameters(tls);
    }
  }
}
