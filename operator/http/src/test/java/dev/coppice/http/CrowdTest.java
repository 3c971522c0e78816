package dev.coppice.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** More who connect than there is room for; nobody is ever closed for the time that he takes. */
class CrowdTest extends HttpServerScene {

  private static final int ROOM = 16;
  private static final int CROWD = 60;

  /** What somebody does who wants nothing but the place. */
  enum Occupation {
    NOTHING(false, ""),
    HALF_A_HANDSHAKE(false, "\u0016\u0003\u0001"),
    NOTHING_AFTER_THE_HANDSHAKE(true, ""),
    HALF_A_HEAD(true, "POST / HTTP/1.1\r\nHost"),
    HALF_A_BODY(true, "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf"),
    NOTHING_AFTER_AN_ANSWER(true, "GET / HTTP/1.1\r\n\r\n");

    private final boolean secures;
    private final String sent;

    Occupation(boolean secures, String sent) {
      this.secures = secures;
      this.sent = sent;
    }

    void begin(Peer peer) throws IOException {
      Peer occupant = secures ? peer.secured(CLIENT_TLS) : peer;
      occupant.send(sent);
      if (this == NOTHING_AFTER_AN_ANSWER) {
        assertThat(occupant.answer()).startsWith("200");
      }
    }
  }

  private static Stream<Arguments> crowds() {
    return Stream.of(Occupation.values())
        .flatMap(
            occupation -> Stream.of(1, CROWD).map(sources -> Arguments.of(occupation, sources)));
  }

  @ParameterizedTest
  @MethodSource("crowds")
  void a_crowd_shuts_out_nobody(Occupation occupation, int sources) throws IOException {
    HttpServer server = serve(ROOM, ServerThreads.VIRTUAL, SERVER_TLS);
    Peer kept = peer(server).secured(CLIENT_TLS);
    int arrived = 1;

    for (int i = 0; i < CROWD; i++) {
      occupation.begin(peer(server, "127.0.1." + (1 + i % sources)));
      awaitAccepted(server, ++arrived);
      assertAnswered(kept);
      if (i % (ROOM / 2) == 0) {
        assertAnswered(peer(server, "127.0.0.2").secured(CLIENT_TLS));
        arrived++;
      }
    }

    assertThat(server.connections()).isEqualTo(ROOM);
    assertThat(closed).hasSize(arrived - ROOM).containsOnly(ClosedFor.ROOM);
  }

  private void awaitAccepted(HttpServer server, int arrived) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(1))
        .atMost(Duration.ofSeconds(60))
        .until(() -> server.connections() + closed.size() >= arrived);
  }

  private static void assertAnswered(Peer peer) throws IOException {
    peer.send(get("/a"));
    assertThat(peer.answer()).isEqualTo("200 GET /a");
  }

  @Test
  void those_who_are_being_answered_keep_their_places() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(ROOM - 1);
    handler.set(exchange -> {
      busy.countDown();
      awaitUninterruptibly(done);
      say(exchange, "late");
    });
    HttpServer server = serve(ROOM, ServerThreads.VIRTUAL, null);
    Peer[] asking = new Peer[ROOM - 1];
    for (int i = 0; i < asking.length; i++) {
      asking[i] = peer(server, "127.0.1.1");
      asking[i].send(get("/"));
    }
    busy.await();

    for (int i = 0; i < CROWD; i++) {
      peer(server, "127.0.1.2");
    }
    done.countDown();

    for (Peer peer : asking) {
      assertThat(peer.answer()).isEqualTo("200 late");
    }
  }

  /** Otherwise a crowd would fill the memory while reviews keep all processors to themselves. */
  @Test
  void no_more_are_accepted_while_too_many_of_those_who_were_closed_have_a_thread()
      throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    Semaphore busy = new Semaphore(0);
    handler.set(exchange -> {
      busy.release();
      awaitUninterruptibly(done);
      say(exchange, "late");
    });
    HttpServer server = serve(ROOM, ServerThreads.VIRTUAL, null);
    for (int i = 0; i < 2 * ROOM; i++) {
      // It waits for its body, so that it has to go; its handler does not notice.
      peer(server).send("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n");
      busy.acquire();
    }

    for (int i = 0; i < CROWD; i++) {
      peer(server);
    }
    assertThat(closed).hasSize(ROOM);
    done.countDown();

    Peer next = peer(server);
    next.send(get("/"));
    assertThat(next.answer()).isEqualTo("200 late");
  }

  /** What computes lets go of no processor before the answer is there. */
  @Test
  void virtual_threads_that_compute_hold_up_no_answer_on_a_platform_thread() throws Exception {
    HttpServer server = serve(ROOM, ServerThreads.PLATFORM, null);
    AtomicBoolean answered = new AtomicBoolean();
    int processors = Runtime.getRuntime().availableProcessors();
    CountDownLatch computing = new CountDownLatch(processors);
    IntStream.range(0, processors)
        .forEach(_ ->
            Thread.startVirtualThread(() -> {
              computing.countDown();
              while (!answered.get()) {
                Thread.onSpinWait();
              }
            }));
    try {
      computing.await();
      assertAnswered(peer(server));
    } finally {
      answered.set(true);
    }
  }
}
