package dev.coppice.benchmark.site;

import dev.coppice.testkit.plane.AuditLog;
import dev.coppice.testkit.plane.AuditLog.Request;
import java.time.Clock;
import java.util.function.Predicate;

/**
 * Knows the writes of one operator by the API server's own log.
 *
 * @param log the log
 * @param own tells the operator's requests from those of others
 * @param clock tells the time
 */
public record WriteMeter(AuditLog log, Predicate<Request> own, Clock clock) {

  /** Counts from now on. */
  public Trail fromNow() {
    return new Trail(log.tail(), own, clock);
  }
}
