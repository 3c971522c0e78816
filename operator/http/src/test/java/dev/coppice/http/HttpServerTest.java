package dev.coppice.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpServerTest extends HttpServerScene {

  private HttpServer serve() throws IOException {
    return serve(8, ServerThreads.VIRTUAL, null);
  }

  @ParameterizedTest
  @EnumSource(ServerThreads.class)
  void answers_one_request_after_the_other_on_one_connection(ServerThreads threads)
      throws IOException {
    Peer peer = peer(serve(8, threads, SERVER_TLS)).secured(CLIENT_TLS);

    for (int i = 0; i < 3; i++) {
      peer.send("POST /%d?timeout=10s HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello".formatted(i));
      assertThat(peer.answer()).isEqualTo("200 POST /%d hello".formatted(i));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "two requests at once           | GET /a HTTP/1.1;;GET /b HTTP/1.1;;        | 200 GET /a | 200 GET /b",
        "a body in chunks               | POST /a HTTP/1.1;Transfer-Encoding: chunked;;2;hi;0;;GET /b HTTP/1.1;; | 200 POST /a hi | 200 GET /b",
        "one who is asked to go on      | POST /a HTTP/1.1;Expect: 100-continue;Content-Length: 2;;hi | 100 | 200 POST /a hi",
        "one who wants no more          | GET /a HTTP/1.1;Connection: close;;        | 200 GET /a |",
        "one who knows no more          | GET /a HTTP/1.0;;                          | 200 GET /a |",
      })
  void speaks_HTTP(String what, String sent, String first, String second) throws IOException {
    Peer peer = peer(serve());

    peer.send(sent.replace(";", "\r\n"));

    assertThat(peer.answer()).as(what).isEqualTo(first);
    assertThat(peer.answer()).as(what).isEqualTo(second);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Content-Length: 0\r\n", "Connection: close\r\n"})
  void an_answer_that_was_sent_is_no_failure_whatever_it_says(String header) throws Exception {
    CompletableFuture<Void> sent = new CompletableFuture<>();
    handler.set(exchange -> {
      try {
        exchange.answer(400, "text/plain", exchange.body().readAllBytes());
        sent.complete(null);
      } catch (IOException | RuntimeException e) {
        sent.completeExceptionally(e);
      }
    });
    Peer peer = peer(serve());

    peer.send("POST / HTTP/1.1\r\n" + header + "\r\n");

    assertThat(peer.answer()).isEqualTo("400");
    sent.get();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 413, 429, 500, 503})
  void a_refusal_ends_no_connection(int status) throws IOException {
    handler.set(exchange -> exchange.answer(status, "text/plain", new byte[] {'x'}));
    Peer peer = peer(serve());

    for (int i = 0; i < 2; i++) {
      peer.send(get("/"));
      assertThat(peer.answer()).isEqualTo(status + " x");
    }
  }

  @Test
  void a_head_alone_is_answered_without_a_body() throws IOException {
    Peer peer = peer(serve());

    peer.send("HEAD /a HTTP/1.1\r\nConnection: close\r\n\r\n");

    assertThat(peer.rest())
        .startsWith("HTTP/1.1 200")
        .contains("Content-Length: 7")
        .endsWith("\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "garbage                | (\u0001\u0002;;                                 | 400",
        "no target              | GET;;                                          | 400",
        "another version        | GET / HTTP/9.9;;                               | 505",
        "a negative length      | GET / HTTP/1.1;Content-Length: -5;;            | 400",
        "an unknown encoding    | GET / HTTP/1.1;Transfer-Encoding: zip;;        | 501",
        "a wish nobody knows    | GET / HTTP/1.1;Content-Length: 1;Expect: x;;1  | 417",
      })
  void who_does_not_speak_HTTP_is_told_so(String what, String sent, String status)
      throws IOException {
    Peer peer = peer(serve());

    peer.send(sent.replace(";", "\r\n"));

    assertThat(peer.answer()).as(what).startsWith(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/%s HTTP/1.1\r\n\r\n", "/ HTTP/1.1\r\nX: %s\r\n\r\n"})
  void a_line_of_a_head_is_bounded(String rest) throws IOException {
    Peer peer = peer(serve());

    peer.send("GET " + rest.formatted("x".repeat(9 << 10)));

    assertThat(peer.answer()).startsWith("431");
    assertThat(peer.isCutOff()).isTrue();
  }

  @Test
  void the_lines_of_a_head_are_bounded() throws IOException {
    Peer peer = peer(serve());

    peer.send("GET / HTTP/1.1\r\n" + "X: x\r\n".repeat(65) + "\r\n");

    assertThat(peer.answer()).startsWith("431");
    assertThat(peer.isCutOff()).isTrue();
  }

  @Test
  void a_body_that_nobody_wants_is_skipped_and_the_connection_kept() throws IOException {
    handler.set(exchange -> say(exchange, "no"));
    Peer peer = peer(serve());

    peer.send("POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(100_000));
    peer.send(get("/"));

    assertThat(peer.answer()).isEqualTo("200 no");
    assertThat(peer.answer()).isEqualTo("200 no");
  }

  @Test
  void a_body_without_an_end_is_answered_and_cut_off() throws Exception {
    handler.set(exchange -> say(exchange, "no"));
    Peer peer = peer(serve());
    CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> answer(peer));

    peer.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    try {
      while (true) {
        peer.send("1000\r\n" + "x".repeat(0x1000) + "\r\n");
      }
    } catch (IOException cutOff) {
      assertThat(cutOff).isNotNull();
    }

    assertThat(answer.get()).isIn("200 no", "cut off");
  }

  private static String answer(Peer peer) {
    try {
      return peer.answer();
    } catch (IOException reset) {
      return "cut off";
    }
  }

  @Test
  void a_bug_of_a_handler_ends_one_connection() throws IOException {
    HttpServer server = serve();
    handler.set(_ -> {
      throw new IllegalStateException("a bug");
    });
    Peer unlucky = peer(server);
    unlucky.send(get("/"));
    assertThat(unlucky.isCutOff()).isTrue();

    handler.set(exchange -> say(exchange, "fine"));
    Peer next = peer(server);
    next.send(get("/"));
    assertThat(next.answer()).isEqualTo("200 fine");
  }

  @Test
  void a_server_that_ends_has_no_connections() throws Exception {
    HttpServer server = serve();
    Peer silent = peer(server);
    Peer served = peer(server);
    served.send(get("/a"));
    assertThat(served.answer()).isEqualTo("200 GET /a");

    server.close();

    assertThat(silent.isCutOff()).isTrue();
    assertThat(served.isCutOff()).isTrue();
    assertThat(server.connections()).isZero();
    assertThatIOException().isThrownBy(() -> peer(server));
  }

  @Test
  void an_address_that_cannot_be_listened_on_is_told() throws IOException {
    int taken = serve().port();

    assertThatIOException()
        .isThrownBy(() -> open(new InetSocketAddress(InetAddress.getLoopbackAddress(), taken)))
        .withMessage("cannot listen on localhost:%d: Address already in use".formatted(taken));
    assertThatIOException()
        .isThrownBy(() -> open(InetSocketAddress.createUnresolved("no.such.host", 1)))
        .withMessage("cannot listen on no.such.host: unknown address");
  }

  private static void open(InetSocketAddress address) throws IOException {
    ConnectionLimits limits = new ConnectionLimits(1, EVER, EVER, EVER);
    try (HttpServer server =
        new HttpServer(
            "test", ServerThreads.PLATFORM, limits, null, _ -> {}, ConnectionObserver.NONE)) {
      server.open(address);
    }
  }
}
