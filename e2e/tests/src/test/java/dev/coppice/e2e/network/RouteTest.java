package dev.coppice.e2e.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RouteTest {

  private final AtomicInteger served = new AtomicInteger();
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer server;
  private Route route;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          served.incrementAndGet();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    route = Route.to("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterEach
  void close() {
    client.shutdownNow();
    route.close();
    server.stop(0);
  }

  @Test
  void passes_what_is_sent() throws Exception {
    assertThat(call().get().statusCode()).isEqualTo(204);
    assertThat(route.attempts()).isEqualTo(1);
  }

  @Test
  void refuses_old_and_new_connections_and_counts_the_attempts() throws Exception {
    call().get();

    route.refuse();

    assertThatThrownBy(() -> call().get()).hasCauseInstanceOf(IOException.class);
    assertThat(served).hasValue(1);
    assertThat(route.attempts()).isGreaterThan(1);
  }

  @Test
  void delivers_what_was_sent_in_silence_once_it_is_mended() throws Exception {
    call().get();
    route.silence();
    CompletableFuture<HttpResponse<Void>> onOldConnection = call();
    CompletableFuture<HttpResponse<Void>> onNewConnection = call();
    await().until(() -> route.attempts() == 2);
    assertThat(served).hasValue(1);

    route.mend();

    assertThat(onOldConnection.get().statusCode()).isEqualTo(204);
    assertThat(onNewConnection.get().statusCode()).isEqualTo(204);
  }

  private CompletableFuture<HttpResponse<Void>> call() {
    URI uri = URI.create(route.address());
    return client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding());
  }
}
