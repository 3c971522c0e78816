package dev.coppice.app.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** Serves a fixed set of generated pages; each request runs on a virtual thread of its own. */
public final class TextServer implements AutoCloseable {

  private static final Set<String> READING = Set.of("GET", "HEAD");

  private final HttpServer server;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Supplier<Page>> pages;
  private final Readers readers;

  private TextServer(HttpServer server, Map<String, Supplier<Page>> pages, Readers readers) {
    this.server = server;
    this.pages = Map.copyOf(pages);
    this.readers = readers;
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
    return start(bind(address(bindAddress, port), HttpServer::create), pages, Readers.ALL);
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
    HttpsServer server = bind(address(bindAddress, port), HttpsServer::create);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return start(server, pages, readers);
  }

  private static TextServer start(
      HttpServer server, Map<String, Supplier<Page>> pages, Readers readers) {
    TextServer textServer = new TextServer(server, pages, readers);
    server.createContext("/", textServer::answer);
    server.setExecutor(textServer.executor);
    server.start();
    return textServer;
  }

  private static InetSocketAddress address(String bindAddress, int port) {
    return bindAddress.isEmpty()
        ? new InetSocketAddress(port)
        : new InetSocketAddress(bindAddress, port);
  }

  /** What makes a server that listens. */
  private interface Factory<S extends HttpServer> {
    S create(InetSocketAddress address, int backlog) throws IOException;
  }

  private static <S extends HttpServer> S bind(InetSocketAddress address, Factory<S> factory)
      throws IOException {
    if (address.isUnresolved()) {
      throw new IOException(
          "cannot listen on %s: unknown address".formatted(address.getHostString()));
    }
    try {
      return factory.create(address, 0);
    } catch (IOException e) {
      throw new IOException(
          "cannot listen on %s:%d: %s"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()),
          e);
    }
  }

  /** The port that is really listened on. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Page page = page(exchange);
      byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", page.contentType());
      if (exchange.getRequestMethod().equals("HEAD") || body.length == 0) {
        exchange.sendResponseHeaders(page.status(), -1);
      } else {
        exchange.sendResponseHeaders(page.status(), body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  private Page page(HttpExchange exchange) {
    Supplier<Page> page = pages.get(exchange.getRequestURI().getPath());
    if (page == null) {
      return Page.text(404, "not found\n");
    }
    if (!READING.contains(exchange.getRequestMethod())) {
      return Page.text(405, "only GET and HEAD\n");
    }
    return readers
        .refusal(
            exchange.getRequestURI().getPath(),
            exchange.getRequestHeaders().getFirst("Authorization"))
        .orElseGet(page);
  }

  @Override
  public void close() {
    server.stop(0);
    executor.close();
  }
}
