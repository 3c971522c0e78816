package dev.coppice.benchmark.site;

import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.plane.AuditLog.Request;
import dev.coppice.testkit.plane.AuditTail;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What the API server was asked since a moment. Not for use by several threads at once. */
public final class Trail {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  // kube-controller-manager tells of endpoints long after the last of many pods is Ready.
  private static final Duration PATIENCE_WITH_ALL = Duration.ofMinutes(10);
  private static final Set<String> READING = Set.of("get", "list");
  private static final Duration LOOK = Duration.ofMillis(100);

  private final AuditTail tail;
  private final Predicate<Request> own;
  private final Clock clock;
  private final List<Request> requests = new ArrayList<>();

  Trail(AuditTail tail, Predicate<Request> own, Clock clock) {
    this.tail = tail;
    this.own = own;
    this.clock = clock;
  }

  /** Everything that anybody asked for. */
  public List<Request> requests() {
    requests.addAll(tail.next());
    return List.copyOf(requests);
  }

  /** What the operator wrote, renewals of leases aside. */
  public Writes writes() {
    return Writes.of(requests().stream().filter(own).toList());
  }

  /** How often the operator read something, watches and leases aside. */
  public long reads() {
    return requests().stream()
        .filter(own)
        .filter(request -> READING.contains(request.verb()))
        .filter(request -> !request.resource().equals("leases"))
        .count();
  }

  /** Waits until the operator has written nothing for that long. */
  public void awaitQuiet(Duration quiet) {
    awaitQuiet("the operator writes nothing", this::writes, quiet, PATIENCE);
  }

  /** Waits until nobody has written anything in a namespace for that long. */
  public void awaitQuiet(Duration quiet, String namespace) {
    awaitQuiet(
        "nobody writes in " + namespace,
        () -> Writes.of(requests()).inNamespace(namespace),
        quiet,
        PATIENCE_WITH_ALL);
  }

  private void awaitQuiet(
      String what, Supplier<Writes> writers, Duration quiet, Duration patience) {
    Instant start = clock.instant();
    await("%s for %s".formatted(what, quiet))
        .atMost(patience.plus(quiet))
        .pollInterval(LOOK)
        .until(() -> {
          List<Request> writes = writers.get().requests();
          Instant last = writes.isEmpty() ? start : writes.getLast().answered();
          Instant since = last.isAfter(start) ? last : start;
          return !clock.instant().isBefore(since.plus(quiet));
        });
  }

  /** Waits for the operator's first write; returns when the API server received it. */
  public Instant awaitFirstWrite(Duration patience) {
    await("the operator writes something")
        .atMost(patience)
        .pollInterval(LOOK)
        .until(() -> writes().count() > 0);
    return writes().requests().getFirst().received();
  }
}
