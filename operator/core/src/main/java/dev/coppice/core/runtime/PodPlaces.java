package dev.coppice.core.runtime;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.pod.PodRequests;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.time.WholeSecond;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Since when the pods of a clique have nodes and run, for those who count for how long a gang has
 * run, and what they take of their queue.
 *
 * @param runningSince since when the first container of its Running pods runs
 * @param assignedSince since when it has had, without a gap, a pod with a node; null if it has none
 * @param requested what the pods request together, by resource
 * @param allocated what those of them that have a place take together
 */
public record PodPlaces(
    @Nullable Instant runningSince,
    @Nullable Instant assignedSince,
    Map<String, Quantity> requested,
    Map<String, Quantity> allocated) {

  /** Where there are no queues. */
  public static final PodPlaces NONE = new PodPlaces(null, null, Map.of(), Map.of());

  /**
   * What is seen of it.
   *
   * @param live the pods of the clique that neither terminate nor have ended
   */
  public static PodPlaces of(PodClique clique, List<PodState> live, Instant now) {
    return new PodPlaces(
        runningSince(clique.statusOrEmpty().runningSince(), live, now),
        assignedSince(
            clique.statusOrEmpty().assignedSince(),
            live.stream().filter(PodState::assigned).toList(),
            now),
        PodRequests.requested(live.stream().map(PodState::pod).toList()).quantities(),
        PodRequests.allocated(live.stream().filter(PodState::scheduled).map(PodState::pod).toList())
            .quantities());
  }

  /**
   * Since when the first container runs. A node whose clock is wrong tells what is still to come:
   * that counts as the instant at which it was first seen, also once that instant has passed.
   */
  private static @Nullable Instant runningSince(
      @Nullable Instant stored, List<PodState> live, Instant now) {
    List<PodState> running = live.stream().filter(pod -> pod.runningSince().isPresent()).toList();
    Optional<Instant> placed = earliest(running.stream().map(pod -> placed(pod, now)));
    return earliest(running.stream().flatMap(pod -> pod.runningSince().stream()))
        .map(told -> told.isAfter(now) ? now.truncatedTo(ChronoUnit.SECONDS) : told)
        .map(seen ->
            stored != null && !stored.isAfter(seen) && placed.filter(stored::isBefore).isEmpty()
                ? stored
                : seen)
        .orElse(null);
  }

  // Nothing runs before it has a node.
  private static Instant placed(PodState pod, Instant now) {
    return pod.scheduledSince()
        .filter(since -> since.isAfter(pod.created()) && !since.isAfter(now))
        .orElse(pod.created());
  }

  private static Optional<Instant> earliest(Stream<Instant> instants) {
    return instants.min(Comparator.naturalOrder());
  }

  /**
   * Since when there has been a pod with a node. A pod that is made again gets its node after it
   * was written down that there is none, so that what is stored holds while there is any. What is
   * still to come is of somebody else.
   *
   * @param assigned the live pods that have one
   */
  private static @Nullable Instant assignedSince(
      @Nullable Instant stored, List<PodState> assigned, Instant now) {
    if (assigned.isEmpty() || (stored != null && !WholeSecond.isToCome(stored, now))) {
      return assigned.isEmpty() ? null : stored;
    }
    return assigned.stream()
        .map(pod -> pod.scheduledSince().filter(since -> !since.isAfter(now)).orElse(now))
        .min(Comparator.naturalOrder())
        .map(since -> since.truncatedTo(ChronoUnit.SECONDS))
        .orElse(null);
  }

  /**
   * The node pool of the clique: that of its oldest pod with a node, so that it stays while others
   * come and go.
   *
   * @param live the pods of the clique that neither terminate nor have ended
   * @param poolOfNode the pool of the node of a name, as far as it says one
   */
  public static Optional<String> nodePool(
      List<PodState> live, Function<String, Optional<String>> poolOfNode) {
    return live.stream()
        .filter(PodState::assigned)
        .max(PodState.YOUNGEST_FIRST)
        .flatMap(pod -> poolOfNode.apply(pod.pod().getSpec().getNodeName()));
  }

  /**
   * Whether it has to be written down that the last node was lost, before a pod is made in the
   * place of one that was lost.
   */
  public static boolean areLost(PodClique clique, List<PodState> live) {
    return clique.statusOrEmpty().assignedSince() != null
        && live.stream().noneMatch(PodState::assigned);
  }
}
