package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.http.ConnectionLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two thousand who want nothing but a place, in front of a server that has a hundred. */
class AdmissionServerCrowdTest extends AdmissionServerScene {

  private static final int PLACES = 100;
  private static final int CROWD = 2_000;

  private final List<Socket> crowd = new ArrayList<>();

  /** Nobody is closed for the time that he takes. */
  @Override
  ConnectionLimits connections() {
    Duration ever = Duration.ofHours(1);
    return new ConnectionLimits(PLACES, ever, ever, ever);
  }

  @AfterEach
  void disperse() throws IOException {
    for (Socket socket : crowd) {
      socket.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 200})
  void reviews_are_answered_on_new_connections_and_on_kept_ones(int sources) throws Exception {
    try (SSLSocket kept = client.connect()) {
      assertReviewed(kept);

      for (int i = 0; i < CROWD; i++) {
        join(i, "127.0.1." + (1 + i % sources));
        if (i % 50 == 0) {
          awaitAccepted();
          assertReviewed(kept);
          crowd.add(from("127.0.0.2"));
          assertReviewed(client.over(crowd.getLast()));
        }
      }
    }

    assertThat(meters.get("coppice.admission.connections").gauge().value())
        .isLessThanOrEqualTo(PLACES);
    assertThat(closedFor("turned_away") + closedFor("overdue") + closedFor("idle")).isZero();
  }

  private void join(int number, String address) throws IOException {
    Socket socket = from(address);
    crowd.add(socket);
    switch (number % 20) {
      case 0 -> client.over(socket);
      case 1 -> write(client.over(socket), "POST %s HTTP/1.1\r\nHost: ".formatted(PATH));
      case 2 -> write(client.over(socket), head(REVIEW.length) + "{");
      case 3, 4, 5, 6, 7, 8 -> write(socket, "\u0016\u0003\u0001");
      default -> {
        // Says nothing at all.
      }
    }
  }

  private Socket from(String address) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    socket.setSoTimeout(60_000);
    return socket;
  }

  /** Those who still stand in front of the door are nobody's measure. */
  private void awaitAccepted() {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(1))
        .atMost(Duration.ofSeconds(60))
        .until(() ->
            meters.get("coppice.admission.connections").gauge().value() + closedFor("room")
                >= crowd.size() + 1);
  }

  private double closedFor(String reason) {
    return meters
        .get("coppice.admission.connections.closed")
        .tag("reason", reason)
        .counter()
        .count();
  }
}
