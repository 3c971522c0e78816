package dev.coppice.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextServerTest {

  private final HttpClient client = HttpClient.newHttpClient();
  private TextServer server;

  @BeforeEach
  void serve() throws IOException {
    server =
        TextServer.start(
            "127.0.0.1",
            0,
            Map.of(
                "/page", () -> Page.text(200, "hello\n"),
                "/empty", () -> Page.text(200, ""),
                "/broken", TextServerTest::broken));
  }

  private static Page broken() {
    throw new IllegalStateException("a bug");
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /page, 200, hello",
    "HEAD, /page, 200, ''",
    "GET, /empty, 200, ''",
    "POST, /page, 405, only GET and HEAD",
    "GET, /broken, 500, the log says why",
    "GET, /, 404, not found",
    "GET, /page/, 404, not found",
    "GET, /pages, 404, not found",
  })
  void answers_exact_paths_only_and_only_to_readers(
      String method, String path, int status, String body) throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path)))
                .method(method, BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.body().strip()).isEqualTo(body);
  }

  @Test
  void a_port_that_is_taken_is_told_with_its_address() {
    assertThatIOException()
        .isThrownBy(() -> TextServer.start("127.0.0.1", server.port(), Map.of()))
        .withMessage(
            "cannot listen on 127.0.0.1:%d: Address already in use".formatted(server.port()));
  }

  @Test
  void an_address_that_does_not_exist_is_told() {
    assertThatIOException()
        .isThrownBy(() -> TextServer.start("no.such.host.invalid", 0, Map.of()))
        .withMessage("cannot listen on no.such.host.invalid: unknown address");
  }
}
