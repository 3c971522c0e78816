package dev.coppice.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Those who take more time than they have. */
class SlowPeersTest extends HttpServerScene {

  private static final Duration SHORT = Duration.ofMillis(200);

  @ParameterizedTest
  @ValueSource(strings = {"", "\u0016", "GET / HT", "GET / HTTP/1.1\r\nHost"})
  void a_handshake_or_a_head_that_does_not_end_is_cut_off(String sent) throws IOException {
    boolean handshake = sent.length() < 2;
    ConnectionLimits limits = new ConnectionLimits(8, EVER, SHORT, EVER);
    Peer peer = peer(serve(limits, ServerThreads.VIRTUAL, handshake ? SERVER_TLS : null));

    peer.send(sent);

    assertThat(peer.isCutOff()).isTrue();
    awaitClosed(ClosedFor.OVERDUE);
  }

  @Test
  void a_body_that_does_not_end_is_cut_off_however_often_a_byte_comes() throws Exception {
    HttpServer server =
        serve(new ConnectionLimits(8, EVER, SHORT, EVER), ServerThreads.VIRTUAL, null);
    Peer peer = peer(server);

    peer.send("POST / HTTP/1.1\r\nContent-Length: 1000000000\r\n\r\n");
    Awaitility.await()
        .pollInterval(Duration.ofMillis(10))
        .atMost(Duration.ofSeconds(60))
        .until(() -> {
          trickle(peer);
          return server.connections() == 0;
        });

    awaitClosed(ClosedFor.OVERDUE);
  }

  private static void trickle(Peer peer) {
    try {
      peer.send("x");
    } catch (IOException cutOff) {
      // As it should be.
    }
  }

  @Test
  void who_does_not_read_his_answer_is_cut_off() throws Exception {
    handler.set(exchange -> exchange.answer(200, "text/plain", new byte[64 << 20]));
    HttpServer server =
        serve(new ConnectionLimits(8, EVER, EVER, SHORT), ServerThreads.VIRTUAL, null);

    peer(server).send(get("/"));

    awaitClosed(ClosedFor.OVERDUE);
  }

  @Test
  void who_asks_nothing_more_is_let_go_after_a_while() throws IOException {
    ConnectionLimits limits = new ConnectionLimits(8, SHORT, EVER, EVER);
    Peer peer = peer(serve(limits, ServerThreads.VIRTUAL, null));

    peer.send(get("/a"));

    assertThat(peer.answer()).isEqualTo("200 GET /a");
    assertThat(peer.isCutOff()).isTrue();
    awaitClosed(ClosedFor.IDLE);
  }

  @Test
  void an_answer_that_takes_its_time_is_not_cut_off_by_other_limits() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    handler.set(exchange -> {
      awaitUninterruptibly(done);
      say(exchange, "late");
    });
    HttpServer server =
        serve(new ConnectionLimits(8, SHORT, SHORT, EVER), ServerThreads.VIRTUAL, null);
    Peer late = peer(server);
    Peer silent = peer(server);
    late.send(get("/"));

    assertThat(silent.isCutOff()).isTrue();
    done.countDown();

    assertThat(late.answer()).isEqualTo("200 late");
  }

  private void awaitClosed(ClosedFor reason) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(closed).containsExactly(reason));
  }
}
