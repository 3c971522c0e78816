package dev.coppice.app.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.app.http.TextServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthPagesTest {

  private final AtomicReference<Health> caches = new AtomicReference<>(Health.ok());
  private final AtomicReference<Health> lease = new AtomicReference<>(Health.ok());
  private final HttpClient client = HttpClient.newHttpClient();
  private TextServer server;

  @BeforeEach
  void serve() throws IOException {
    server =
        TextServer.start(
            "127.0.0.1",
            0,
            HealthPages.of(
                () -> Stream.of(new HealthCheck("lease", lease::get)),
                () ->
                    Stream.of(
                        new HealthCheck("lease", lease::get),
                        new HealthCheck("caches", caches::get))));
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  void both_pages_say_ok_while_nothing_fails() throws Exception {
    assertThat(get("/healthz")).isEqualTo("200 ok\n");
    assertThat(get("/readyz")).isEqualTo("200 ok\n");
  }

  @Test
  void a_failing_readiness_check_is_named_with_its_reason_and_leaves_liveness_alone()
      throws Exception {
    caches.set(Health.failing("pods are not synced"));

    assertThat(get("/readyz")).isEqualTo("503 caches: pods are not synced\n");
    assertThat(get("/healthz")).isEqualTo("200 ok\n");
  }

  @Test
  void every_failing_check_is_listed() throws Exception {
    caches.set(Health.failing("pods are not synced"));
    lease.set(Health.failing("lost"));

    assertThat(get("/readyz")).isEqualTo("503 lease: lost\ncaches: pods are not synced\n");
    assertThat(get("/healthz")).isEqualTo("503 lease: lost\n");
  }

  @Test
  void what_will_not_stay_well_is_told_while_all_is_well() throws Exception {
    caches.set(Health.noticing("pods end tomorrow"));

    assertThat(get("/readyz")).isEqualTo("200 ok\ncaches: pods end tomorrow\n");

    lease.set(Health.failing("lost"));

    assertThat(get("/readyz")).isEqualTo("503 lease: lost\n");
  }

  @Test
  void checks_are_asked_anew_for_every_probe() throws Exception {
    caches.set(Health.failing("syncing"));
    String before = get("/readyz");

    caches.set(Health.ok());

    assertThat(before).startsWith("503");
    assertThat(get("/readyz")).startsWith("200");
  }

  private String get(String path) throws IOException, InterruptedException {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path)))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }
}
