package dev.coppice.e2e.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.review.GenuineReviews;
import dev.coppice.testkit.review.WebhookCaller;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever somebody who has nothing but the network sends: others are served as before. */
@OnCoppice
class HostileCallersIT extends HostileScene {

  private static final int CROWD = 1_000;
  private static final int AT_ONCE = 20;
  private static final int MOST_ANSWERED = 64 << 10;
  private static final String JUDGES = "/webhooks/validate-podcliqueset";
  private static final String DEFAULTS = "/webhooks/default-podcliqueset";

  static Stream<Arguments> requests() {
    return Stream.of(
        Arguments.of(
            "a schedulerName of 512 KiB beside others", review(HostileSet.ofLongScheduler())),
        Arguments.of(
            "2.9 MB of empty objects",
            review(
                HostileSet.of(
                    0, "", HostileSet.container(",\"x\":" + HostileSet.empties(2_900_000))))),
        Arguments.of(
            "a number of many digits",
            review(HostileSet.of(0, "", HostileSet.container("{\"cpu\":\"1e999999999\"}", "")))),
        Arguments.of("a million lists", "[".repeat(1_000_000)),
        Arguments.of(
            "a thousand mistakes",
            review(
                HostileSet.whole(
                    0,
                    "",
                    IntStream.range(0, 1_000)
                        .mapToObj(_ -> HostileSet.clique("A".repeat(500), HostileSet.container("")))
                        .reduce("%s,%s"::formatted)
                        .orElseThrow()))),
        Arguments.of("64 MB", "\"" + "x".repeat(64 << 20) + "\""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void requests_without_credentials_cost_nobody_else_anything(
      String what, String body, KubernetesClient client) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (WebhookCaller caller = WebhookCaller.asRegistered(client)) {
      List<CompletableFuture<String>> answers =
          Stream.of(JUDGES, DEFAULTS)
              .flatMap(path ->
                  IntStream.range(0, AT_ONCE / 2)
                      .mapToObj(_ -> caller.post(path, "application/json", bytes)))
              // Who sends too much finds the connection closed.
              .map(answer -> answer.thenApply(HttpResponse::body).exceptionally(_ -> ""))
              .toList();

      assertThat(answers)
          .extracting(CompletableFuture::join)
          .allSatisfy(answer -> assertThat(answer).hasSizeLessThanOrEqualTo(MOST_ANSWERED));
      others.assertServed();
    }
  }

  private static String review(String set) {
    return """
    {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"u",
     "kind":{"group":"grove.io","version":"v1alpha1","kind":"PodCliqueSet"},
     "resource":{"group":"grove.io","version":"v1alpha1","resource":"podcliquesets"},
     "name":"offender","namespace":"a","operation":"CREATE","userInfo":{"username":"m"},"object":%s}}\
    """
        .formatted(set);
  }

  @ParameterizedTest
  @EnumSource(Crowd.Occupation.class)
  void a_crowd_on_the_port_of_the_webhook_shuts_out_nobody(
      Crowd.Occupation occupation, KubernetesClient client) {
    try (Crowd crowd = Crowd.at(WebhookCaller.address(client), WebhookCaller.tls(client))) {
      crowd.come(CROWD, occupation);

      assertAnswersNewcomers(client);
      others.assertServed();
    }
  }

  /** The API server has connections of its own, and opens others when it needs them. */
  private static void assertAnswersNewcomers(KubernetesClient client) {
    try (WebhookCaller newcomer = WebhookCaller.asRegistered(client)) {
      assertThat(GenuineReviews.ofCreating(newcomer, Others.manifest("web")))
          .allSatisfy(review ->
              assertThat(review.get().toCompletableFuture())
                  .succeedsWithin(PATIENCE)
                  .isEqualTo(true));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Crowd.Occupation.class,
      names = {"NOTHING", "HALF_A_HEAD", "HALF_A_BODY"})
  void a_crowd_on_the_ports_of_probes_and_metrics_shuts_out_nobody(Crowd.Occupation occupation) {
    for (String url :
        List.of(
            operator.process().readinessUrl(),
            operator.process().metricsUrl(),
            webhook.process().readinessUrl(),
            webhook.process().metricsUrl())) {
      try (Crowd crowd = Crowd.at(URI.create(url))) {
        crowd.come(CROWD, occupation);

        others.assertAnswering();
      }
    }
    others.assertServed();
  }
}
