package dev.coppice.app.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Serves a fixed set of generated pages; each request runs on a virtual thread of its own. */
public final class TextServer implements AutoCloseable {

  private static final Set<String> READING = Set.of("GET", "HEAD");

  private final HttpServer server;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Supplier<Page>> pages;

  private TextServer(HttpServer server, Map<String, Supplier<Page>> pages) {
    this.server = server;
    this.pages = Map.copyOf(pages);
  }

  /**
   * Listens, and answers from now on.
   *
   * @param bindAddress empty for all addresses
   * @param port 0 for any free port
   * @param pages by exact path
   */
  public static TextServer start(String bindAddress, int port, Map<String, Supplier<Page>> pages)
      throws IOException {
    InetSocketAddress address =
        bindAddress.isEmpty()
            ? new InetSocketAddress(port)
            : new InetSocketAddress(bindAddress, port);
    TextServer textServer = new TextServer(bind(address), pages);
    textServer.server.createContext("/", textServer::answer);
    textServer.server.setExecutor(textServer.executor);
    textServer.server.start();
    return textServer;
  }

  private static HttpServer bind(InetSocketAddress address) throws IOException {
    if (address.isUnresolved()) {
      throw new IOException(
          "cannot listen on %s: unknown address".formatted(address.getHostString()));
    }
    try {
      return HttpServer.create(address, 0);
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
    return READING.contains(exchange.getRequestMethod())
        ? page.get()
        : Page.text(405, "only GET and HEAD\n");
  }

  @Override
  public void close() {
    server.stop(0);
    executor.close();
  }
}
