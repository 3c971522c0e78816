package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.review.Answers;
import dev.coppice.testkit.review.GenuineReviews;
import dev.coppice.testkit.review.SteadyLoad;
import dev.coppice.testkit.review.WebhookCaller;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/**
 * Whoever means no good does not keep others waiting. {@code COPPICE_LOAD_SECONDS} asks for more
 * than the few seconds that run by default, and for the budget in milliseconds: that one can only
 * be kept by a machine that does nothing else meanwhile.
 */
@OnCoppice
@EndsUnsettled("nothing is written at all")
class AdmissionLoadIT {

  /** After half of it, both ends are compiled. */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  private static final Optional<Duration> LONG_LOAD =
      Optional.ofNullable(System.getenv("COPPICE_LOAD_SECONDS"))
          .map(Long::parseLong)
          .map(Duration::ofSeconds);
  private static final Duration LOAD = LONG_LOAD.orElse(Duration.ofSeconds(10));

  private static final int GENUINE_A_SECOND = 100;
  private static final int JUNK_A_SECOND = 500;
  private static final double BUDGET_MILLIS = 20;

  /** A tenth of what the registrations let the API server wait. */
  private static final double PATIENCE_MILLIS = 1_000;

  private static final long MOST_GROWTH_KIB = 4 * 1024;

  @Test
  void genuine_reviews_are_answered_in_time_beside_a_flood_of_junk(
      RegisteredWebhook webhook, KubernetesClient client) throws Exception {
    String manifest =
        Sets.manifest("web", 1, Sets.clique("prefill", 3, 2), Sets.clique("decode", 2, 1));
    try (WebhookCaller user = WebhookCaller.asRegistered(client);
        WebhookCaller vandal = WebhookCaller.asRegistered(client);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      SteadyLoad genuine =
          new SteadyLoad(GenuineReviews.ofCreating(user, manifest), GENUINE_A_SECOND);
      SteadyLoad junk = new SteadyLoad(Junk.ofAllSorts(vandal), JUNK_A_SECOND);
      var warmUp = threads.submit(() -> junk.run(WARM_UP));
      genuine.run(WARM_UP);
      warmUp.get();
      long before = LiveHeap.kibibytes(webhook.process().pid());

      var flood = threads.submit(() -> junk.run(LOAD));
      Answers answers = genuine.run(LOAD);
      Answers flooded = flood.get();

      long after = LiveHeap.kibibytes(webhook.process().pid());
      System.out.printf(
          "genuine: %s%njunk: %s%nlive heap: %d KiB before, %d KiB after%n",
          answers, flooded, before, after);
      assertThat(answers.failures()).isEmpty();
      assertThat(flooded.perSecond()).isGreaterThan(0.98 * JUNK_A_SECOND);
      assertThat(flooded.failures()).isEmpty();
      assertThat(answers.percentileMillis(99))
          .isLessThanOrEqualTo(LONG_LOAD.isPresent() ? BUDGET_MILLIS : PATIENCE_MILLIS);
      assertThat(after).isLessThan(before + MOST_GROWTH_KIB);
    }
  }
}
