package dev.coppice.benchmark.experiment;

import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Outcome;
import dev.coppice.benchmark.figure.Unit;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.Workload;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.review.Answers;
import dev.coppice.testkit.review.GenuineReviews;
import dev.coppice.testkit.review.SteadyLoad;
import dev.coppice.testkit.review.WebhookCaller;
import java.time.Duration;
import java.util.List;

/** How long the API server would wait for the webhook, which is alone with its callers. */
final class WebhookLatency implements Experiment {

  private static final Figure P99 =
      Figure.atMost(20, "webhook-p99", "99 of 100 admissions at 100 a second", Unit.MILLISECONDS);

  private static final int PER_SECOND = 100;
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration MEASURED = Duration.ofSeconds(20);

  @Override
  public List<Figure> figures() {
    return List.of(P99);
  }

  @Override
  public Findings measure(Site site, int rounds) {
    return site.webhook()
        .map(start -> {
          try (RegisteredWebhook webhook = start.get()) {
            Outcome outcome = measure(site);
            webhook.unregister();
            return Findings.none().with(P99, outcome);
          }
        })
        .orElseGet(() -> Findings.missing(figures(), "the webhook is out of reach"));
  }

  private static Outcome measure(Site site) {
    String manifest = Workload.set("reviewed", 1, 8, 16).roots().getFirst().json();
    try (WebhookCaller caller = WebhookCaller.asRegistered(site.client())) {
      SteadyLoad load = new SteadyLoad(GenuineReviews.ofCreating(caller, manifest), PER_SECOND);
      load.run(WARM_UP);
      Answers answers = load.run(MEASURED);
      site.detail().accept(answers::toString);
      if (!answers.failures().isEmpty()) {
        throw new IllegalStateException("%d reviews failed".formatted(answers.failures().size()));
      }
      return Outcome.of(answers.percentileMillis(99));
    }
  }
}
