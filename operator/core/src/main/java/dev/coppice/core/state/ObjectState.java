package dev.coppice.core.state;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangPhases;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The one state that an object counts in: the objects of all states together are all objects. */
public enum ObjectState {
  /** Any object: it is being deleted. */
  TERMINATING,
  /** Set, group and clique: the condition {@code Available} is True. */
  AVAILABLE,
  /** Set, group and clique: it is not, or nobody has said so yet. */
  UNAVAILABLE,
  /** Pod: a scheduling gate holds it back. */
  GATED,
  /** Pod: waits for a node. Gang: no pod of it has one. */
  PENDING,
  /** Pod: has a node and does not run yet. Gang: has pods with nodes, but too few are Ready. */
  STARTING,
  /** Pod: runs and is not Ready. Gang: every group has its minimum of Ready pods. */
  RUNNING,
  /** Pod: is Ready. */
  READY,
  /** Pod: failed or succeeded. */
  ENDED,
  /** Pod: its node does not answer. */
  UNKNOWN;

  /** Those of sets, groups and cliques. */
  public static final Set<ObjectState> OF_WORKLOADS =
      Collections.unmodifiableSet(EnumSet.of(TERMINATING, AVAILABLE, UNAVAILABLE));

  /** Those of gangs. */
  public static final Set<ObjectState> OF_GANGS =
      Collections.unmodifiableSet(EnumSet.of(TERMINATING, PENDING, STARTING, RUNNING));

  /** Those of pods. */
  public static final Set<ObjectState> OF_PODS =
      Collections.unmodifiableSet(
          EnumSet.of(TERMINATING, GATED, PENDING, STARTING, RUNNING, READY, ENDED, UNKNOWN));

  /** The state of a set. */
  public static ObjectState of(PodCliqueSet set) {
    return available(set, set.statusOrEmpty().conditions());
  }

  /** The state of a group. */
  public static ObjectState of(PodCliqueScalingGroup group) {
    return available(group, group.statusOrEmpty().conditions());
  }

  /** The state of a clique. */
  public static ObjectState of(PodClique clique) {
    return available(clique, clique.statusOrEmpty().conditions());
  }

  private static ObjectState available(HasMetadata object, List<Condition> conditions) {
    if (Ownership.isTerminating(object)) {
      return TERMINATING;
    }
    return Conditions.isTrue(conditions, ConditionTypes.AVAILABLE) ? AVAILABLE : UNAVAILABLE;
  }

  /** The state of a gang. */
  public static ObjectState of(PodGang gang) {
    if (Ownership.isTerminating(gang)) {
      return TERMINATING;
    }
    // A scheduler may write a status before the operator does.
    return switch (gang.statusOrEmpty().phase()) {
      case PodGangPhases.RUNNING -> RUNNING;
      case PodGangPhases.STARTING -> STARTING;
      case null, default -> PENDING;
    };
  }

  /** The state of a pod. Reads no more of it than that takes: there are many. */
  public static ObjectState of(Pod pod) {
    if (Ownership.isTerminating(pod)) {
      return TERMINATING;
    }
    return switch (PodState.phase(pod)) {
      case ENDED -> ENDED;
      case UNKNOWN -> UNKNOWN;
      case RUNNING -> PodState.isReady(pod) ? READY : RUNNING;
      case PENDING -> PodState.isGated(pod) ? GATED : waiting(pod);
    };
  }

  private static ObjectState waiting(Pod pod) {
    return PodState.isScheduled(pod) ? STARTING : PENDING;
  }
}
