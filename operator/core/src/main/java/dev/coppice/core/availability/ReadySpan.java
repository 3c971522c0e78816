package dev.coppice.core.availability;

import static java.util.Objects.requireNonNull;

import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.NodeClock;
import dev.coppice.core.pod.PodState;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When a pod was Ready for the last time, as it tells itself: by its Ready condition, the start of
 * its containers and its deletion, all in whole seconds. What it was before that, nobody tells.
 * What its node wrote is read so that the clock of the node neither hides a time in which it was
 * Ready nor makes one up.
 *
 * @param from not before this instant
 * @param until to this instant; far in the future while it is Ready
 */
public record ReadySpan(Instant from, Instant until) {

  /**
   * When so many of the pods may have been Ready together for the last time; empty if they never
   * were, as far as they tell.
   *
   * @param pods those of a clique, terminating and ended ones included
   * @param units how they count
   * @param count how much, more than is Ready now
   */
  public static Optional<Instant> lastOf(
      Collection<PodState> pods, Units units, int count, Instant now) {
    IdentityHashMap<PodState, ReadySpan> spans = new IdentityHashMap<>();
    pods.forEach(pod -> of(pod, now).ifPresent(span -> spans.put(pod, span)));
    return spans.values().stream()
        .map(ReadySpan::until)
        .filter(until -> until.isBefore(Instant.MAX))
        .filter(until ->
            units.count(spans.keySet(), pod -> requireNonNull(spans.get(pod)).holds(until))
                >= count)
        .max(Comparator.naturalOrder());
  }

  private boolean holds(Instant instant) {
    return !from.isAfter(instant) && !until.isBefore(instant);
  }

  private static Optional<ReadySpan> of(PodState state, Instant now) {
    NodeClock clock = state.nodeClock();
    if (state.live() && state.ready()) {
      return Optional.of(
          new ReadySpan(
              state.readySince().map(since -> clock.earliest(since, now)).orElse(Instant.MIN),
              Instant.MAX));
    }
    Pod pod = state.pod();
    return lost(pod, clock, now)
        .filter(until -> until.isAfter(clock.created()))
        .map(until -> new ReadySpan(started(pod, clock, now), until));
  }

  // One of which nobody has ever said whether it is Ready never was, however long it stood, and one
  // that has only just started was not Ready before it: by one clock, however wrong it is.
  private static Optional<Instant> lost(Pod pod, NodeClock clock, Instant now) {
    List<PodCondition> said =
        conditions(pod).filter(condition -> "Ready".equals(condition.getType())).toList();
    List<Instant> unready =
        said.stream()
            .filter(condition -> "False".equals(condition.getStatus()))
            .flatMap(condition -> parse(condition.getLastTransitionTime()))
            .toList();
    return said.isEmpty()
            || unready.stream()
                .anyMatch(told -> starts(pod).anyMatch(start -> !told.isAfter(start)))
        ? Optional.empty()
        : Stream.concat(unready.stream().map(told -> clock.likely(told, now)), deleted(pod))
            .min(Comparator.naturalOrder());
  }

  private static Stream<Instant> deleted(Pod pod) {
    ObjectMeta metadata = pod.getMetadata();
    Long grace = metadata.getDeletionGracePeriodSeconds();
    return Ownership.isTerminating(pod)
        ? parse(metadata.getDeletionTimestamp())
            .map(at -> at.minusSeconds(grace == null ? 0 : grace))
        : Stream.empty();
  }

  private static Instant started(Pod pod, NodeClock clock, Instant now) {
    return starts(pod)
        .map(told -> clock.earliest(told, now))
        .max(Comparator.naturalOrder())
        .orElse(clock.created());
  }

  // When its node took it up and started what it runs, by the clock of the node.
  private static Stream<Instant> starts(Pod pod) {
    return Stream.concat(
        status(pod)
            .flatMap(status -> status.getContainerStatuses().stream())
            .flatMap(ReadySpan::starts),
        status(pod).flatMap(status -> parse(status.getStartTime())));
  }

  // A container that waits to be started again was Ready in its last run at the latest.
  private static Stream<Instant> starts(ContainerStatus container) {
    return Stream.of(start(container.getState()), start(container.getLastState()))
        .flatMap(start -> start)
        .limit(1);
  }

  private static Stream<Instant> start(@Nullable ContainerState state) {
    if (state == null) {
      return Stream.empty();
    }
    if (state.getRunning() != null) {
      return parse(state.getRunning().getStartedAt());
    }
    return state.getTerminated() == null
        ? Stream.empty()
        : parse(state.getTerminated().getStartedAt());
  }

  private static Stream<PodCondition> conditions(Pod pod) {
    return status(pod).flatMap(status -> status.getConditions().stream());
  }

  private static Stream<PodStatus> status(Pod pod) {
    return Stream.ofNullable(pod.getStatus());
  }

  private static Stream<Instant> parse(@Nullable String time) {
    return Stream.ofNullable(time).map(Instant::parse);
  }
}
