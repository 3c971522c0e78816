package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.coppice.webhook.eviction.Extender;
import dev.coppice.webhook.eviction.Scene;
import dev.coppice.webhook.server.BoundedInput.TooLargeException;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtenderEndpointTest extends AdmissionServerScene {

  private static final String QUESTION =
      """
      {"Pod": {"metadata": {"name": "p", "namespace": "ns", "labels": {"kai.scheduler/queue": "other"}}},
       "NodeNameToMetaVictims": {"n1": {"Pods": [{"UID": "%s"}], "NumPDBViolations": 3}}}
      """;

  private final Scene scene = new Scene(true);

  @Override
  Optional<Extender> extender() {
    return Optional.of(scene.extender());
  }

  private HttpResponse<String> ask(String body) throws Exception {
    return client.post("/scheduler/preempt", body.getBytes(StandardCharsets.UTF_8));
  }

  private long answered(String outcome) {
    return meters
        .get("coppice.minruntime.extender.request")
        .tag("outcome", outcome)
        .timer()
        .count();
  }

  @Test
  void a_scheduler_is_answered() throws Exception {
    HttpResponse<String> kept = ask(QUESTION.formatted("open-1"));
    HttpResponse<String> refused = ask(QUESTION.formatted("long-1"));

    assertThat(kept.statusCode()).isEqualTo(200);
    assertThat(kept.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(kept.body())
        .isEqualTo(
            "{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"open-1\"}],\"NumPDBViolations\":3}}}");
    assertThat(refused.statusCode()).isEqualTo(200);
    assertThat(refused.body()).isEqualTo("{\"NodeNameToMetaVictims\":{}}");
    org.awaitility.Awaitility.await()
        .untilAsserted(() -> {
          assertThat(answered("allowed")).isEqualTo(1);
          assertThat(answered("denied")).isEqualTo(1);
        });
  }

  @Test
  void until_the_caches_are_filled_there_is_no_answer() throws Exception {
    scene.unfilled();

    HttpResponse<String> response = ask(QUESTION.formatted("open-1"));

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).isEqualTo("the PodGangs are not known yet\n");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /scheduler/preempt,   400, not a question of a scheduler: Pod is missing",
    "GET,  /scheduler/preempt,   405, only POST is supported",
    "POST, /scheduler/preempt/x, 404, there is nothing at /scheduler/preempt/x",
  })
  void what_is_no_question_gets_no_answer(String method, String path, int code, String text)
      throws Exception {
    HttpResponse<String> response =
        client.send(client.request(path).method(method, HttpRequest.BodyPublishers.ofString("{}")));

    assertThat(response.statusCode()).isEqualTo(code);
    assertThat(response.body().strip()).isEqualTo(text);
  }

  @Test
  void hostile_input_is_answered_too() throws Exception {
    String withoutValue = "{\"Pod\": {\"metadata\": {\"name\": \"p\", \"labels\": {\"a\": null}}}}";

    assertThat(ask(withoutValue).statusCode()).isEqualTo(400);
    assertThat(ask("{\"x\": " + "[".repeat(100_000)).statusCode()).isEqualTo(400);
  }

  @Test
  void a_question_about_more_than_there_is_room_for_is_told_so() throws Exception {
    int most = ExtenderLimits.within(Runtime.getRuntime().maxMemory()).entries();
    String pods = "{\"UID\": \"open-1\"}, ".repeat(most) + "{\"UID\": \"open-1\"}";
    String body = QUESTION.replace("{\"UID\": \"%s\"}", pods);

    HttpResponse<String> response = ask(body + " ".repeat(8 << 20));

    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(response.body()).isEqualTo("more than %d nodes and pods to evict\n".formatted(most));
  }

  @Test
  void who_sends_slowly_holds_up_nobody() throws Exception {
    List<SSLSocket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        SSLSocket halfWay = client.connect();
        slow.add(halfWay);
        write(
            halfWay,
            "POST /scheduler/preempt HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{\"Pod\":");
      }

      assertThat(ask(QUESTION.formatted("open-1")).statusCode()).isEqualTo(200);
    } finally {
      for (SSLSocket socket : slow) {
        socket.close();
      }
    }
  }

  /** A scheduler gives up after two seconds. */
  @Test
  void waiting_for_a_turn_and_for_the_cluster_take_less_than_a_scheduler_waits() {
    assertThat(ExtenderLimits.within(256 << 20).patience().plus(Extender.LONGEST_LOOK))
        .isLessThanOrEqualTo(Duration.ofMillis(1200));
  }

  @Test
  void reviews_have_limits_of_their_own() throws Exception {
    String large = QUESTION.formatted("open-1") + " ".repeat(SMALL.bodyBytes() * 4);

    assertThat(ask(large).statusCode()).isEqualTo(200);
  }

  @Test
  void no_more_is_read_than_may_be() throws Exception {
    byte[] ten = new byte[10];

    assertThat(new BoundedInput(new ByteArrayInputStream(ten), 10).readAllBytes()).hasSize(10);
    assertThatExceptionOfType(TooLargeException.class)
        .isThrownBy(() -> new BoundedInput(new ByteArrayInputStream(ten), 9).readAllBytes());
    BoundedInput bytewise = new BoundedInput(new ByteArrayInputStream(ten), 1);
    assertThat(bytewise.read()).isZero();
    assertThatExceptionOfType(TooLargeException.class).isThrownBy(bytewise::read);
  }

  @Test
  void without_it_there_is_nothing_at_its_path() throws Exception {
    try (AdmissionServer plain =
        new AdmissionServer(
            presented.context(), java.util.Map.of(), Optional.empty(), SMALL, meters)) {
      plain.open(new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 0));
      try (TlsClient caller = new TlsClient(plain.port(), List.of(authority.certificate()))) {
        assertThat(caller.post("/scheduler/preempt", new byte[0]).statusCode()).isEqualTo(404);
      }
    }
  }
}
