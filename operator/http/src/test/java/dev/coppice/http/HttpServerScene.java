package dev.coppice.http;

import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.LeafRequest;
import dev.coppice.tls.Trust;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A server that says what it was sent, and those who are connected to it. */
abstract class HttpServerScene {

  /** Longer than any test: nothing is closed for the time that it takes. */
  static final Duration EVER = Duration.ofHours(1);

  private static final CertificateAuthority AUTHORITY =
      CertificateAuthority.create("test", Clock.systemUTC(), Duration.ofDays(1));
  static final SSLContext SERVER_TLS =
      new Trust(List.of(AUTHORITY.certificate()))
          .contextOf(
              AUTHORITY.issue(
                  LeafRequest.server(
                      "server", List.of(), List.of("127.0.0.1"), Duration.ofDays(1))));
  static final SSLContext CLIENT_TLS = new Trust(List.of(AUTHORITY.certificate())).context();

  final AtomicReference<ExchangeHandler> handler = new AtomicReference<>(HttpServerScene::echo);
  final Collection<ClosedFor> closed = new ConcurrentLinkedQueue<>();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /** Starts one that takes on so many, and never closes any for the time it takes. */
  HttpServer serve(int connections, ServerThreads threads, @Nullable SSLContext tls)
      throws IOException {
    return serve(new ConnectionLimits(connections, EVER, EVER, EVER), threads, tls);
  }

  HttpServer serve(ConnectionLimits limits, ServerThreads threads, @Nullable SSLContext tls)
      throws IOException {
    HttpServer server =
        new HttpServer(
            "test",
            threads,
            limits,
            tls,
            exchange -> handler.get().handle(exchange),
            (reason, _) -> closed.add(reason));
    open.push(server);
    server.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return server;
  }

  Peer peer(HttpServer server) throws IOException {
    return peer(server, "127.0.0.1");
  }

  Peer peer(HttpServer server, String address) throws IOException {
    Peer peer = Peer.from(address, server.port());
    open.push(peer);
    return peer;
  }

  private static void echo(Exchange exchange) throws IOException {
    String body = new String(exchange.body().readAllBytes(), StandardCharsets.ISO_8859_1);
    say(exchange, "%s %s %s".formatted(exchange.method(), exchange.path(), body).strip());
  }

  static void say(Exchange exchange, String text) throws IOException {
    exchange.answer(200, "text/plain", text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static String get(String path) {
    return "GET %s HTTP/1.1\r\nHost: x\r\n\r\n".formatted(path);
  }

  static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void end() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
