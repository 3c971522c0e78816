package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionServerConnectionsTest extends AdmissionServerScene {

  @Test
  void many_who_send_nothing_hold_up_nobody() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        silent.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
        SSLSocket halfWay = client.connect();
        silent.add(halfWay);
        write(halfWay, head(4_000_000) + "{");
      }

      HttpResponse<String> response = client.post(PATH, REVIEW);

      assertThat(response.statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void who_does_not_end_a_request_is_cut_off() throws Exception {
    try (SSLSocket slow = client.connect()) {
      write(slow, "POST %s HTTP/1.1\r\nHost: x\r\n".formatted(PATH));

      assertThat(end(slow.getInputStream())).isTrue();
    }
  }

  private static boolean end(InputStream in) throws IOException {
    try {
      return in.read() == -1;
    } catch (SSLException closedWithoutFarewell) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000\u0001\u0002\r\n\r\n",
        "POST\r\n\r\n",
        "POST / HTTP/9.9\r\nContent-Length: -5\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
      })
  void who_does_not_speak_HTTP_gets_no_harm_done(String garbage) throws Exception {
    try (SSLSocket socket = client.connect()) {
      write(socket, garbage);
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    } catch (SSLException refused) {
      assertThat(refused).isNotNull();
    }

    assertThat(client.post(PATH, REVIEW).statusCode()).isEqualTo(200);
  }

  @Test
  void who_does_not_speak_TLS_gets_no_harm_done() throws Exception {
    try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      write(plain, "GET / HTTP/1.1\r\n\r\n");
      plain.setSoTimeout(60_000);
      assertThat(plain.getInputStream().readAllBytes()).isNotNull();
    }

    assertThat(client.post(PATH, REVIEW).statusCode()).isEqualTo(200);
  }

  @Test
  void connections_are_kept_for_the_next_review() throws Exception {
    try (SSLSocket socket = client.connect()) {
      for (int i = 0; i < 5; i++) {
        assertReviewed(socket);
      }
    }
  }
}
