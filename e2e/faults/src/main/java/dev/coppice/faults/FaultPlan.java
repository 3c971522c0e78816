package dev.coppice.faults;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One run as the proxy sees it: it counts what concerns the run's namespace and says where the
 * fault strikes. Used by many threads at once.
 */
public final class FaultPlan {

  private final String namespace;
  private final Optional<Fault> fault;
  private final Strikes strikes;
  private final Runnable kill;
  private final List<CountedWrite> writes = new ArrayList<>();
  private int events;
  private Optional<String> victim = Optional.empty();

  FaultPlan(String namespace, Optional<Fault> fault, Runnable kill) {
    this(namespace, fault, Strikes.once(fault), kill);
  }

  /** One in which faults strike as often as they please. */
  FaultPlan(String namespace, Strikes strikes, Runnable kill) {
    this(namespace, Optional.empty(), strikes, kill);
  }

  private FaultPlan(String namespace, Optional<Fault> fault, Strikes strikes, Runnable kill) {
    this.namespace = namespace;
    this.fault = fault;
    this.strikes = strikes;
    this.kill = kill;
  }

  /** One in which nothing strikes and nothing is counted. */
  static FaultPlan none() {
    return new FaultPlan("", Optional.empty(), () -> {});
  }

  /** One in which nothing strikes; writes in a namespace are counted, and can be held. */
  public static FaultPlan undisturbed(String namespace) {
    return new FaultPlan(namespace, Optional.empty(), () -> {});
  }

  boolean concerns(ApiCall call) {
    return call.isCounted() && call.namespace().equals(namespace);
  }

  /** Numbers a write that has arrived. */
  synchronized CountedWrite arrived(ApiCall call, String auditId) {
    CountedWrite write =
        new CountedWrite(writes.size() + 1, call.toString(), auditId, OptionalInt.empty());
    writes.add(write);
    return write;
  }

  synchronized void answered(CountedWrite write, int status) {
    writes.set(write.number() - 1, write.answered(status));
  }

  /** What strikes at a write. */
  synchronized Optional<Fault.OnWrite> strikeAt(CountedWrite write) {
    return strikes.atWrite(write.number());
  }

  /** What strikes at an event of a watch, which is counted if it concerns the run. */
  synchronized Optional<Fault.OnWatch> strikeAt(JsonNode event) {
    JsonNode object = event.path("object");
    if (event.path("type").asText().equals("BOOKMARK")
        || !object.path("metadata").path("namespace").asText().equals(namespace)
        || object.path("kind").asText().equals("Event")) {
      return Optional.empty();
    }
    events++;
    Optional<Fault.OnWatch> strike = strikes.atEvent(events);
    if (strike.isPresent()) {
      victim =
          Optional.of(
              "%s %s/%s"
                  .formatted(
                      event.path("type").asText(),
                      object.path("kind").asText(),
                      object.path("metadata").path("name").asText()));
    }
    return strike;
  }

  void kill() {
    kill.run();
  }

  /** The writes so far, in the order of arrival. */
  public synchronized List<CountedWrite> writes() {
    return List.copyOf(writes);
  }

  /** How many events watches have carried so far. */
  public synchronized int events() {
    return events;
  }

  /** The write at which the fault struck; empty if it has not, or strikes at an event. */
  public synchronized Optional<CountedWrite> struckWrite() {
    return fault
        .filter(Fault.OnWrite.class::isInstance)
        .filter(armed -> armed.at() <= writes.size())
        .map(armed -> writes.get(armed.at() - 1));
  }

  /** What the fault struck, in a few words; empty if it has not struck. */
  public synchronized Optional<String> struck() {
    return struckWrite().map(CountedWrite::toString).or(() -> victim);
  }
}
