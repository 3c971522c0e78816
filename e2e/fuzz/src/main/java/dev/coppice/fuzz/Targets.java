package dev.coppice.fuzz;

import java.io.IOException;
import java.util.List;

/**
 * All that reads what comes from outside.
 *
 * @param targets each of them
 * @param webhook the one that has to be closed
 */
record Targets(List<Target> targets, WebhookTarget webhook) implements AutoCloseable {

  static Targets all(Corpus corpus) throws IOException {
    WebhookTarget webhook = WebhookTarget.start(corpus);
    return new Targets(
        List.of(webhook, new ReadingTarget(corpus), new PlanningTarget(corpus)), webhook);
  }

  @Override
  public void close() {
    webhook.close();
  }
}
