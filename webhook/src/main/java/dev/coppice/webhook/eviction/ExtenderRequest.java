package dev.coppice.webhook.eviction;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a scheduler asks before it evicts: on which of these nodes it may make room for a pod.
 *
 * @param pod the pod that wants room
 * @param nodes what would go, by node, in the scheduler's order
 */
public record ExtenderRequest(PendingPod pod, Map<String, Victims> nodes) {

  /**
   * What would go on one node.
   *
   * @param pods in the scheduler's order, the most important first
   * @param disruptionViolations how many of them a PodDisruptionBudget would keep
   */
  public record Victims(List<AskedPod> pods, long disruptionViolations) {

    /** Keeps a copy. */
    public Victims {
      pods = List.copyOf(pods);
    }
  }

  /**
   * One pod that would go.
   *
   * @param foreign whether the scheduler says itself that it is of no gang of the operator; it does
   *     not where it names no more than the UID
   */
  public record AskedPod(String uid, boolean foreign) {}

  /** Keeps a copy in the same order. */
  public ExtenderRequest {
    nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
  }
}
