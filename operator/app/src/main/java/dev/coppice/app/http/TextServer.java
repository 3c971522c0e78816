package dev.coppice.app.http;

import dev.coppice.http.ConnectionLimits;
import dev.coppice.http.ConnectionObserver;
import dev.coppice.http.Exchange;
import dev.coppice.http.HttpServer;
import dev.coppice.http.ServerThreads;
import dev.coppice.kube.LogKeys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a fixed set of generated pages. It answers on threads of the platform, and has a port and
 * connections of its own: what the rest of the process computes or is flooded with holds it up no
 * more than any other process of the machine would.
 */
public final class TextServer implements AutoCloseable {

  private static final Logger LOGGER = LoggerFactory.getLogger(TextServer.class);
  private static final Set<String> READING = Set.of("GET", "HEAD");

  /**
   * A kubelet and a scraper need one or two: the rest is how long a crowd takes to push them out.
   */
  private static final ConnectionLimits LIMITS =
      new ConnectionLimits(
          32, Duration.ofMinutes(1), Duration.ofSeconds(5), Duration.ofSeconds(30));

  private final HttpServer server;
  private final Map<String, Supplier<Page>> pages;
  private final Readers readers;

  private TextServer(@Nullable SSLContext tls, Map<String, Supplier<Page>> pages, Readers readers)
      throws IOException {
    this.pages = Map.copyOf(pages);
    this.readers = readers;
    this.server =
        new HttpServer(
            "pages", ServerThreads.PLATFORM, LIMITS, tls, this::answer, ConnectionObserver.NONE);
  }

  /**
   * Listens, and answers everybody from now on.
   *
   * @param bindAddress empty for all addresses
   * @param port 0 for any free port
   * @param pages by exact path
   */
  public static TextServer start(String bindAddress, int port, Map<String, Supplier<Page>> pages)
      throws IOException {
    return open(new TextServer(null, pages, Readers.ALL), address(bindAddress, port));
  }

  /**
   * Listens, and answers from now on, over TLS and only those who may read: what they show for it
   * is worth stealing.
   *
   * @param tls presents a certificate
   */
  public static TextServer start(
      String bindAddress,
      int port,
      Map<String, Supplier<Page>> pages,
      SSLContext tls,
      Readers readers)
      throws IOException {
    return open(new TextServer(tls, pages, readers), address(bindAddress, port));
  }

  private static TextServer open(TextServer server, InetSocketAddress address) throws IOException {
    try {
      server.server.open(address);
      return server;
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  private static InetSocketAddress address(String bindAddress, int port) {
    return bindAddress.isEmpty()
        ? new InetSocketAddress(port)
        : new InetSocketAddress(bindAddress, port);
  }

  /** The port that is really listened on. */
  public int port() {
    return server.port();
  }

  private void answer(Exchange exchange) throws IOException {
    Page page = page(exchange);
    exchange.answer(
        page.status(), page.contentType(), page.body().getBytes(StandardCharsets.UTF_8));
  }

  private Page page(Exchange exchange) {
    String path = exchange.path();
    Supplier<Page> page = pages.get(path);
    if (page == null) {
      return Page.text(404, "not found\n");
    }
    if (!READING.contains(exchange.method())) {
      return Page.text(405, "only GET and HEAD\n");
    }
    try {
      return readers.refusal(path, exchange.header("Authorization")).orElseGet(page);
    } catch (RuntimeException e) {
      LOGGER.atError().addKeyValue(LogKeys.ENDPOINT, path).setCause(e).log("A page failed");
      return Page.text(500, "the log says why\n");
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
