package dev.coppice.core.runtime;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.gang.GuaranteedRuntime;
import dev.coppice.api.gang.RuntimeProtection;
import dev.coppice.core.queue.MinRuntime;
import dev.coppice.core.queue.Resolution;
import dev.coppice.core.queue.victim.Protection;
import dev.coppice.core.status.Words;
import dev.coppice.core.time.GoDuration;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Until when, and against whom, a gang is protected, as it is told.
 *
 * @param inQueue against pods of the same queue; empty for a gang without a queue
 * @param fromOutside against pods of other queues: by the queue that they are not below, from the
 *     top, or one that stands for all of them
 * @param surplus how many pods of each PodClique the gang can do without
 */
record GangProtection(
    Optional<Guarantee> inQueue, List<Guarantee> fromOutside, Map<String, Integer> surplus) {

  /** The minimum runtime of a gang that is never evicted. */
  static final String NEVER = "-1";

  /**
   * For how long somebody may not evict the gang.
   *
   * @param outside the queue that the preemptor is not below; null where that does not matter
   * @param resolution the minimum runtime
   * @param protection what it does now
   */
  record Guarantee(@Nullable String outside, Resolution resolution, Protection protection) {

    static Guarantee of(
        @Nullable String outside, Resolution resolution, @Nullable Instant start, Instant now) {
      return new Guarantee(outside, resolution, Protection.of(resolution.minRuntime(), start, now));
    }

    GuaranteedRuntime told() {
      return new GuaranteedRuntime(
          outside,
          switch (resolution.minRuntime()) {
            case MinRuntime.None() -> "0s";
            case MinRuntime.AtLeast(Duration length) -> GoDuration.format(length);
            case MinRuntime.Never() -> NEVER;
          },
          switch (resolution.source()) {
            case Resolution.Source.OfQueue(String queue, String field) ->
                "Queue/%s %s".formatted(queue, field);
            case Resolution.Source.OfNodePool(String pool, _) -> "NodePool/" + pool;
            case Resolution.Source.Nowhere() -> "unqueuedPreemptor";
          },
          until().orElse(null));
    }

    private Optional<Instant> until() {
      return switch (protection) {
        case Protection.NotReached(Instant until) -> Optional.of(until);
        case Protection.Reached(Instant until) -> Optional.of(until);
        case Protection.NeverEvictable(), Protection.NoMinRuntime(), Protection.NotStarted() ->
            Optional.empty();
      };
    }

    /** Such as {@code until 2026-01-02T03:10:00Z (10m, queue team-a)}. */
    String text() {
      return switch (protection) {
        case Protection.NotReached(Instant until) -> "until %s (%s)".formatted(until, source());
        case Protection.NeverEvictable() -> "for ever (%s)".formatted(source());
        case Protection.Reached(Instant until) ->
            "no more since %s (%s)".formatted(until.plusSeconds(1), source());
        case Protection.NotStarted() -> "once it runs (%s)".formatted(source());
        case Protection.NoMinRuntime() -> "not at all (%s)".formatted(source());
      };
    }

    private String source() {
      String where =
          switch (resolution.source()) {
            case Resolution.Source.OfQueue(String queue, _) -> "queue " + queue;
            case Resolution.Source.OfNodePool _, Resolution.Source.Nowhere _ ->
                resolution.source().text();
          };
      return resolution.minRuntime() instanceof MinRuntime.AtLeast
          ? resolution.minRuntime().text() + ", " + where
          : where;
    }
  }

  /** Keeps copies. */
  GangProtection {
    fromOutside = List.copyOf(fromOutside);
    surplus = Collections.unmodifiableMap(new TreeMap<>(surplus));
  }

  private Stream<Guarantee> all() {
    return Stream.concat(inQueue.stream(), fromOutside.stream());
  }

  /** As it stands in a status. */
  RuntimeProtection told() {
    return new RuntimeProtection(
        inQueue.map(Guarantee::told).orElse(null),
        fromOutside.stream().map(Guarantee::told).toList(),
        surplus);
  }

  /** When time alone changes it next; empty if it does not. */
  Optional<Instant> release() {
    return all()
        .flatMap(guarantee -> guarantee.protection().release().stream())
        .min(Comparator.naturalOrder());
  }

  /** The condition RuntimeProtected, still without its transition time. */
  Condition condition() {
    String reason = reason();
    return new ConditionBuilder()
        .withType(ConditionTypes.RUNTIME_PROTECTED)
        .withStatus(
            switch (reason) {
              case ConditionReasons.MIN_RUNTIME_NOT_REACHED, ConditionReasons.NEVER_EVICTABLE ->
                  "True";
              case ConditionReasons.NOT_STARTED -> "Unknown";
              default -> "False";
            })
        .withReason(reason)
        .withMessage(message())
        .build();
  }

  private String reason() {
    if (any(Protection.NotReached.class::isInstance)) {
      return ConditionReasons.MIN_RUNTIME_NOT_REACHED;
    }
    if (any(Protection.NeverEvictable.class::isInstance)) {
      return ConditionReasons.NEVER_EVICTABLE;
    }
    if (any(Protection.NotStarted.class::isInstance)) {
      return ConditionReasons.NOT_STARTED;
    }
    return any(Protection.Reached.class::isInstance)
        ? ConditionReasons.MIN_RUNTIME_REACHED
        : ConditionReasons.NO_MIN_RUNTIME;
  }

  private boolean any(Predicate<Protection> which) {
    return all().map(Guarantee::protection).anyMatch(which);
  }

  private String message() {
    List<String> parts = new ArrayList<>();
    inQueue.ifPresent(guarantee -> parts.add("in-queue " + guarantee.text()));
    Map<String, List<String>> outside = new LinkedHashMap<>();
    fromOutside.forEach(guarantee ->
        outside
            .computeIfAbsent(guarantee.text(), _ -> new ArrayList<>())
            .add(guarantee.outside() == null ? "" : guarantee.outside()));
    outside.forEach((text, queues) ->
        parts.add(
            (outside.size() == 1
                    ? "from other queues "
                    : "from outside %s ".formatted(String.join(" and ", queues)))
                + text));
    if (!surplus.isEmpty() && !any(Protection.NeverEvictable.class::isInstance)) {
      parts.add(
          surplus.entrySet().stream()
              .map(group ->
                  "%s of %s"
                      .formatted(Words.count(group.getValue(), "surplus pod"), group.getKey()))
              .collect(Collectors.joining(", ", "", " may go at any time")));
    }
    return String.join("; ", parts);
  }
}
