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
import java.util.concurrent.Future;
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
  private static final double MOST_OF_IT = 0.98;
  private static final double BUDGET_MILLIS = 20;

  /** By default a tenth of what the registrations let the API server wait. */
  private static final double PATIENCE_MILLIS = LONG_LOAD.isPresent() ? BUDGET_MILLIS : 1_000;

  /**
   * Other tests beside this one keep everybody waiting, those who ask as well; they end. Junk that
   * keeps others waiting does so each time.
   */
  private static final int MOST_SPANS = LONG_LOAD.isPresent() ? 1 : 6;

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
      Load load = new Load(genuine, junk, threads);
      load.run(WARM_UP);
      long before = LiveHeap.kibibytes(webhook.process().pid());

      Span span = load.run(LOAD);
      for (int spans = 1; spans < MOST_SPANS && span.isOnlySlow(); spans++) {
        span = load.run(LOAD);
      }

      long after = LiveHeap.kibibytes(webhook.process().pid());
      System.out.printf("live heap: %d KiB before, %d KiB after%n", before, after);
      assertThat(span.genuine().failures()).isEmpty();
      assertThat(span.junk().perSecond()).isGreaterThan(MOST_OF_IT * JUNK_A_SECOND);
      assertThat(span.junk().failures()).isEmpty();
      assertThat(span.genuine().percentileMillis(99)).isLessThanOrEqualTo(PATIENCE_MILLIS);
      assertThat(after).isLessThan(before + MOST_GROWTH_KIB);
    }
  }

  /** Both at the same time. */
  private record Load(SteadyLoad genuine, SteadyLoad junk, ExecutorService threads) {

    Span run(Duration time) throws Exception {
      Future<Answers> flood = threads.submit(() -> junk.run(time));
      Span span = new Span(genuine.run(time), flood.get());
      System.out.printf("genuine: %s%njunk: %s%n", span.genuine(), span.junk());
      return span;
    }
  }

  /** What came back. */
  private record Span(Answers genuine, Answers junk) {

    /** A wrong answer is one however busy the machine is. */
    boolean isOnlySlow() {
      return genuine.failures().isEmpty()
          && junk.failures().isEmpty()
          && (junk.perSecond() <= MOST_OF_IT * JUNK_A_SECOND
              || genuine.percentileMillis(99) > PATIENCE_MILLIS);
    }
  }
}
