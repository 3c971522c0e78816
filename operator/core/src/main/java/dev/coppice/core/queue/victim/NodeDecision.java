package dev.coppice.core.queue.victim;

import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * On which nodes room may be made. A node stays with all of its victims or goes: fewer victims
 * would die without making room.
 *
 * @param kept the nodes that stay, in the order in which they were asked
 * @param dropped the others, and why
 * @param judged what was decided about each gang, whichever node it loses pods on
 */
public record NodeDecision(List<String> kept, Map<String, Refusal> dropped, List<Verdict> judged) {

  /** Why a node goes. */
  public sealed interface Refusal {

    /**
     * Gangs on it are protected.
     *
     * @param verdicts about those that are, at least one
     */
    record Protected(List<Verdict> verdicts) implements Refusal {}

    /** The preemptor would evict pods of its own gang. */
    record OwnGang() implements Refusal {}

    /** A victim is unknown, and might be protected. */
    record UnknownVictim(String uid) implements Refusal {}

    /** There is nothing to evict on it, which schedulers take for an error. */
    record NoVictims() implements Refusal {}

    /** Why, for people. */
    default String text() {
      return switch (this) {
        case Protected(List<Verdict> verdicts) ->
            verdicts.stream().map(Verdict::text).collect(Collectors.joining("; "));
        case OwnGang() -> "pods of the preemptor's own gang would go";
        case UnknownVictim(String uid) -> "nobody knows the pod with the UID " + uid;
        case NoVictims() -> "there is nothing to evict";
      };
    }

    /** When time alone lets the node go; empty if it does not. */
    default Optional<Instant> release() {
      if (!(this instanceof Protected(List<Verdict> verdicts))) {
        return Optional.empty();
      }
      List<Optional<Instant>> releases =
          verdicts.stream().map(verdict -> verdict.protection().release()).toList();
      return releases.contains(Optional.<Instant>empty())
          ? Optional.empty()
          : releases.stream().flatMap(Optional::stream).max(Comparator.naturalOrder());
    }
  }

  /** Keeps copies. */
  public NodeDecision {
    kept = List.copyOf(kept);
    dropped = Collections.unmodifiableMap(new LinkedHashMap<>(dropped));
    judged = List.copyOf(judged);
  }

  /** The verdicts that cost a node, one for each gang. */
  public List<Verdict> refusing() {
    Map<String, Verdict> byGang = new LinkedHashMap<>();
    for (Refusal refusal : dropped.values()) {
      if (refusal instanceof Refusal.Protected(List<Verdict> verdicts)) {
        verdicts.forEach(verdict -> byGang.putIfAbsent(verdict.gang().toString(), verdict));
      }
    }
    return List.copyOf(byGang.values());
  }

  /** When the first of the dropped nodes comes free by time alone; empty if none does. */
  public Optional<Instant> earliestRelease() {
    return dropped.values().stream()
        .map(Refusal::release)
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }
}
