package dev.coppice.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a kubelet hears while others want all that there is. */
class TextServerCrowdTest {

  private static final int CROWD = 2_000;

  private final List<Socket> crowd = new ArrayList<>();
  private TextServer server;

  @BeforeEach
  void serve() throws IOException {
    server = TextServer.start("127.0.0.1", 0, Map.of("/healthz", () -> Page.text(200, "ok\n")));
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : crowd) {
      socket.close();
    }
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "G", "GET /healthz HTTP/1.1\r\nHost: x\r\n", "GET /healthz HTTP/1.1\r\n\r\n"})
  void connections_from_everywhere_hold_up_no_probe(String sent) throws IOException {
    for (int i = 0; i < CROWD; i++) {
      Socket socket = from("127.0.1." + (1 + i % 200));
      crowd.add(socket);
      write(socket, sent);
    }

    assertThat(probe()).startsWith("HTTP/1.1 200").endsWith("ok\n");
  }

  /** What computes lets go of no processor before the answer is there. */
  @Test
  void reviews_that_compute_on_all_virtual_threads_hold_up_no_probe() throws Exception {
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
      assertThat(probe()).startsWith("HTTP/1.1 200").endsWith("ok\n");
    } finally {
      answered.set(true);
    }
  }

  private String probe() throws IOException {
    try (Socket kubelet = from("127.0.0.1")) {
      write(kubelet, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      return new String(kubelet.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private Socket from(String address) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
    socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), server.port()));
    socket.setSoTimeout(10_000);
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
