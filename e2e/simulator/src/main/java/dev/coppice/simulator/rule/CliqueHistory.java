package dev.coppice.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.Change;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What has truly become of the pods of each PodClique, whatever its status says. */
final class CliqueHistory {

  private final ClusterModel cluster;
  private final Map<String, Integer> mostReady = new HashMap<>();
  private final Map<String, Integer> smallestMinimum = new HashMap<>();
  private final Set<String> harmed = new HashSet<>();
  private final Map<String, Whole> lastWhole = new HashMap<>();

  /**
   * When a PodClique had enough Ready pods for the last time.
   *
   * @param until the instant
   * @param pods UIDs of those that were Ready then
   */
  private record Whole(Instant until, Set<String> pods) {}

  CliqueHistory(ClusterModel cluster) {
    this.cluster = cluster;
  }

  /**
   * Takes note of a change; answers whether a PodClique lost a Ready pod by it that no scale-in of
   * the living operator took.
   *
   * @param own whether the living operator made it
   */
  boolean changed(Change change, boolean own) {
    if (change.now() instanceof PodClique clique && PodFacts.minimum(clique) > 0) {
      smallestMinimum.merge(clique.getMetadata().getUid(), PodFacts.minimum(clique), Math::min);
    }
    Pod before = change.before() instanceof Pod pod ? pod : null;
    Pod now = change.now() instanceof Pod pod ? pod : null;
    if (now != null && isReady(now) && !isReady(before)) {
      String owner = PodFacts.ownerUid(now);
      int ready = (int) cluster.all(Pod.class).filter(pod -> isReadyOf(pod, owner)).count();
      mostReady.merge(owner, ready, Math::max);
    }
    noteWhole(change);
    boolean harms = isReady(before) && !isReady(now) && !(own && isSurplus(before));
    if (harms) {
      harmed.add(PodFacts.ownerUid(Objects.requireNonNull(before)));
    }
    return harms;
  }

  // Only of what ended when a pod that still stands lost its readiness: nothing tells of the rest.
  private void noteWhole(Change change) {
    switch (change.key().type().getSimpleName()) {
      case "PodClique" -> {
        if (minimum(change.before()) != minimum(change.now())) {
          lastWhole.remove(uid(change));
        }
      }
      case "Pod" -> {
        if (isReady(pod(change.before())) && !isReady(pod(change.now()))) {
          noteLoss(Objects.requireNonNull(pod(change.before())), pod(change.now()));
        }
      }
      default -> {}
    }
  }

  private void noteLoss(Pod before, @Nullable Pod now) {
    String owner = PodFacts.ownerUid(before);
    Set<String> ready =
        cluster
            .all(Pod.class)
            .filter(pod -> isReadyOf(pod, owner))
            .map(pod -> pod.getMetadata().getUid())
            .collect(Collectors.toSet());
    int minimum =
        cluster
            .all(PodClique.class)
            .filter(clique -> clique.getMetadata().getUid().equals(owner))
            .mapToInt(PodFacts::minimum)
            .findFirst()
            .orElse(0);
    if (ready.size() != minimum - 1) {
      return;
    }
    if (now != null && PodFacts.isLive(now)) {
      ready.add(now.getMetadata().getUid());
      lastWhole.put(owner, new Whole(cluster.clock().instant(), Set.copyOf(ready)));
    } else {
      lastWhole.remove(owner);
    }
  }

  /** When it had enough Ready pods for the last time, if its pods, as they stood, can tell. */
  Optional<Instant> wholeUntil(PodClique clique, Moment moment) {
    return Optional.ofNullable(lastWhole.get(clique.getMetadata().getUid()))
        .filter(whole ->
            whole.pods().stream()
                .allMatch(uid ->
                    moment
                        .find(Pod.class, uid)
                        .filter(pod -> tells(pod, whole.until()))
                        .isPresent()))
        .map(Whole::until);
  }

  // One that ceased to be Ready in the second in which it was made or started looks as if it never
  // was.
  private static boolean tells(Pod pod, Instant until) {
    return PodFacts.isLive(pod)
        && PodFacts.readyTransition(pod)
            .filter(at ->
                isReady(pod)
                    ? !at.isAfter(until)
                    : at.plusSeconds(1).isAfter(until)
                        && PodFacts.created(pod).isBefore(at)
                        && PodFacts.starts(pod).allMatch(start -> start.isBefore(at)))
            .isPresent();
  }

  private static @Nullable Pod pod(@Nullable HasMetadata object) {
    return object instanceof Pod pod ? pod : null;
  }

  private static int minimum(@Nullable HasMetadata object) {
    return object instanceof PodClique clique ? PodFacts.minimum(clique) : 0;
  }

  private static String uid(Change change) {
    HasMetadata object = change.now() == null ? change.before() : change.now();
    return Objects.requireNonNull(object).getMetadata().getUid();
  }

  // What the operator takes for an update is lost as well, should the update be given up.
  private boolean isSurplus(@Nullable Pod pod) {
    String owner = PodFacts.ownerUid(Objects.requireNonNull(pod));
    long live =
        cluster
            .all(Pod.class)
            .filter(other -> PodFacts.isLive(other) && PodFacts.ownerUid(other).equals(owner))
            .count();
    return cluster
        .all(PodClique.class)
        .filter(clique -> clique.getMetadata().getUid().equals(owner))
        .allMatch(clique -> live >= clique.getSpec().replicas());
  }

  private static boolean isReadyOf(Pod pod, String owner) {
    return isReady(pod) && PodFacts.ownerUid(pod).equals(owner);
  }

  private static boolean isReady(@Nullable Pod pod) {
    return pod != null && PodFacts.isReady(pod);
  }

  /** Whether it ever had as many Ready pods as it once needed. */
  boolean wasAvailable(PodClique clique) {
    String uid = clique.getMetadata().getUid();
    Integer minimum = smallestMinimum.get(uid);
    return minimum != null && mostReady.getOrDefault(uid, 0) >= minimum;
  }

  /** Whether it lost a Ready pod otherwise than by a scale-in. */
  boolean wasHarmed(PodClique clique) {
    return harmed.contains(clique.getMetadata().getUid());
  }
}
