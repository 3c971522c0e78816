package dev.coppice.testkit.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.model.ClusterModel;
import dev.coppice.testkit.simulator.operator.Change;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What has truly become of the pods of each PodClique, whatever its status says. */
final class CliqueHistory {

  private final ClusterModel cluster;
  private final Map<String, Integer> mostReady = new HashMap<>();
  private final Map<String, Integer> smallestMinimum = new HashMap<>();
  private final Set<String> harmed = new HashSet<>();

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
    boolean harms = isReady(before) && !isReady(now) && !(own && isSurplus(before));
    if (harms) {
      harmed.add(PodFacts.ownerUid(Objects.requireNonNull(before)));
    }
    return harms;
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
    return pod != null && PodFacts.isLive(pod) && PodFacts.isReady(pod);
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
