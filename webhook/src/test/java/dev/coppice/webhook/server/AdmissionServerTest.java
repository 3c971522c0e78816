package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.UnansweredException;
import dev.coppice.webhook.review.Verdict;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionServerTest extends AdmissionServerScene {

  @Test
  void answers_a_review() throws Exception {
    HttpResponse<String> response = client.post(PATH, REVIEW);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(body(response).at("/response")).hasToString("{\"allowed\":true,\"uid\":\"uid-1\"}");
    awaitCounted("allowed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void speaks_current_TLS(String version) throws IOException {
    try (SSLSocket socket = client.connect()) {
      socket.setEnabledProtocols(new String[] {version});
      socket.startHandshake();
      assertThat(socket.getSession().getProtocol()).isEqualTo(version);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET    | /webhooks/validate-podcliqueset   | application/json | 405 | MethodNotAllowed",
        "PUT    | /webhooks/validate-podcliqueset   | application/json | 405 | MethodNotAllowed",
        "POST   | /webhooks/validate-podcliqueset   | text/plain       | 415 |"
            + " UnsupportedMediaType",
        "POST   | /webhooks/validate-podcliqueset   |                  | 415 |"
            + " UnsupportedMediaType",
        "POST   | /webhooks/validate-podcliquesets  | application/json | 404 | NotFound",
        "POST   | /webhooks/validate-podcliqueset/x | application/json | 404 | NotFound",
        "POST   | /                                 | application/json | 404 | NotFound",
        "POST   | /webhooks/validate-podcliqueset   | application/json; charset=utf-8 | 400 |"
            + " BadRequest",
      })
  void what_is_no_review_is_told_so_in_a_review(
      String method, String path, String type, int code, String reason) throws Exception {
    HttpRequest.Builder request =
        client.request(path).method(method, HttpRequest.BodyPublishers.ofString("{}"));
    if (type != null) {
      request.header("Content-Type", type);
    }

    HttpResponse<String> response = client.send(request);

    assertThat(response.statusCode()).isEqualTo(code);
    assertRefusal(response, "", code, reason);
  }

  @Test
  void without_a_body_there_is_an_answer_too() throws Exception {
    HttpResponse<String> response = client.post(PATH, new byte[0]);

    assertThat(response.statusCode()).isEqualTo(400);
    assertRefusal(response, "", 400, "BadRequest");
    awaitCounted("unreadable");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_body_beyond_the_limit_is_refused_with_its_uid(boolean lengthIsAnnounced) throws Exception {
    byte[] large =
        Reviews.of("CREATE", PodCliqueSet.class)
            .object("{spec: {x: %s}}".formatted("a".repeat(100 << 10)))
            .bytes();
    HttpRequest.BodyPublisher publisher =
        lengthIsAnnounced
            ? HttpRequest.BodyPublishers.ofByteArray(large)
            : HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large));

    HttpResponse<String> response =
        client.send(
            client.request(PATH).header("Content-Type", "application/json").POST(publisher));

    assertThat(response.statusCode()).isEqualTo(200);
    assertRefusal(response, "uid-1", 413, "RequestEntityTooLarge");
  }

  @Test
  void a_bug_is_an_internal_error_and_not_a_stack_trace() throws Exception {
    reviewer.set(_ -> {
      throw new IllegalStateException("secret detail");
    });

    HttpResponse<String> response = client.post(PATH, REVIEW);

    assertRefusal(response, "uid-1", 500, "InternalError");
    assertThat(response.body()).doesNotContain("secret detail", "IllegalState", "at dev.");
    awaitCounted("failed");
  }

  @Test
  void an_answer_that_cannot_be_had_is_no_refusal_for_ever() throws Exception {
    reviewer.set(_ -> {
      throw new UnansweredException("cannot look up web: timed out", new IOException());
    });

    HttpResponse<String> response = client.post(PATH, REVIEW);

    assertRefusal(response, "uid-1", 503, "ServiceUnavailable");
    assertThat(body(response).at("/response/status/message").asText())
        .isEqualTo("cannot look up web: timed out");
  }

  @Test
  void a_refusal_is_a_review_that_the_API_server_reads() throws Exception {
    reviewer.set(_ -> Verdict.deny(Denials.forbidden("no")));

    HttpResponse<String> response = client.post(PATH, REVIEW);

    assertThat(response.statusCode()).isEqualTo(200);
    assertRefusal(response, "uid-1", 403, "Forbidden");
    awaitCounted("denied");
  }

  @Test
  void one_too_many_is_asked_to_come_again() throws Exception {
    CountDownLatch busy = new CountDownLatch(SMALL.reviewsInFlight());
    CountDownLatch done = new CountDownLatch(1);
    reviewer.set(_ -> {
      busy.countDown();
      await(done);
      return Verdict.allow();
    });
    List<CompletableFuture<Void>> occupying = new ArrayList<>();
    for (int i = 0; i < SMALL.reviewsInFlight(); i++) {
      occupying.add(CompletableFuture.runAsync(this::post));
    }
    busy.await();

    HttpResponse<String> response = client.post(PATH, REVIEW);

    done.countDown();
    occupying.forEach(CompletableFuture::join);
    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.headers().firstValue("Retry-After")).contains("1");
    assertRefusal(response, "", 429, "TooManyRequests");
    awaitCounted("overloaded");
  }

  @Test
  void what_is_under_way_is_answered_before_the_server_ends() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    reviewer.set(_ -> {
      busy.countDown();
      await(done);
      return Verdict.allow();
    });
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<HttpResponse<String>> response = executor.submit(() -> client.post(PATH, REVIEW));
      busy.await();

      Future<?> ended = executor.submit(server::close);
      done.countDown();

      assertThat(response.get().statusCode()).isEqualTo(200);
      ended.get();
    }
  }

  private void post() {
    try {
      client.post(PATH, REVIEW);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void what_was_closed_before_it_was_opened_stays_closed() throws Exception {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
    server.close();
    AdmissionServer late =
        new AdmissionServer(
            presented.context(), Map.of(), Optional.empty(), SMALL, new SimpleMeterRegistry());
    late.close();

    assertThat(late.open(address)).isFalse();
    assertThatExceptionOfType(ConnectException.class)
        .isThrownBy(() -> client.connect().startHandshake());
  }

  @Test
  void certificates_change_under_load_without_a_failed_review() throws Exception {
    int callers = 4;
    int connectionsEach = 6;
    try (ExecutorService executor = Executors.newFixedThreadPool(callers)) {
      List<Future<Integer>> results = new ArrayList<>();
      results.add(
          executor.submit(() -> answered(connectionsEach, () -> presented.present(leaf()))));
      for (int caller = 1; caller < callers; caller++) {
        results.add(executor.submit(() -> answered(connectionsEach, () -> {})));
      }

      for (Future<Integer> result : results) {
        assertThat(result.get()).isEqualTo(connectionsEach * REVIEWS_OF_A_CONNECTION);
      }
    }
  }

  private int answered(int connections, Runnable beforeEach) throws Exception {
    int answered = 0;
    for (int connection = 0; connection < connections; connection++) {
      beforeEach.run();
      try (TlsClient caller = new TlsClient(server.port(), List.of(authority.certificate()))) {
        for (int review = 0; review < REVIEWS_OF_A_CONNECTION; review++) {
          answered += caller.post(PATH, REVIEW).statusCode() == 200 ? 1 : 0;
        }
      }
    }
    return answered;
  }

  private static void assertRefusal(
      HttpResponse<String> response, String uid, int code, String reason) throws IOException {
    JsonNode body = body(response);
    assertThat(body.at("/kind").asText()).isEqualTo("AdmissionReview");
    assertThat(body.at("/response/uid").asText()).isEqualTo(uid);
    assertThat(body.at("/response/allowed").asBoolean()).isFalse();
    assertThat(body.at("/response/status/code").asInt()).isEqualTo(code);
    assertThat(body.at("/response/status/reason").asText()).isEqualTo(reason);
    assertThat(body.at("/response/status/message").asText()).isNotEmpty();
  }
}
