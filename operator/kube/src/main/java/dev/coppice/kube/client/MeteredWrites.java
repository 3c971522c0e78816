package dev.coppice.kube.client;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/**
 * Counts every write that is sent, the ones refused included, as {@code coppice_api_writes_total}:
 * the figure by which the operator's load on the API server is judged.
 */
public final class MeteredWrites implements ApiServer {

  private static final String NAME = "coppice.api.writes";

  private final ApiServer next;
  private final MeterRegistry registry;

  /** Counts in the given registry. */
  public MeteredWrites(ApiServer next, MeterRegistry registry) {
    this.next = next;
    this.registry = registry;
  }

  @Override
  public Reply send(Call call) {
    Reply reply = next.send(call);
    if (call.verb().writes()) {
      Counter.builder(NAME)
          .description("Writes sent to the API server")
          .tag("verb", call.verb().name().toLowerCase(Locale.ROOT))
          .tag("resource", call.resource())
          .tag("outcome", outcome(reply))
          .register(registry)
          .increment();
    }
    return reply;
  }

  private static String outcome(Reply reply) {
    return switch (reply) {
      case Reply.Lost _ -> "unknown";
      case Reply.Answered answered when answered.isSuccess() -> "done";
      case Reply.Answered answered when answered.status() == 404 -> "absent";
      case Reply.Answered answered when answered.status() == 409 -> "conflict";
      case Reply.Answered _ -> "refused";
    };
  }
}
