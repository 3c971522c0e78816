package dev.coppice.e2e.acts;

import java.time.Duration;

/** What a user or an accident does to the sets of a random run. */
sealed interface Act {

  /** {@code kubectl apply} of a set, with so many replicas and this version of its image. */
  record Apply(MixedSet set, int replicas, int image) implements Act {}

  /** {@code kubectl delete} of a set, and {@link Apply} at once. */
  record Recreate(MixedSet set, int replicas, int image) implements Act {}

  /** {@code kubectl scale} of a set, a scaling group or a PodClique. */
  record Scale(String kind, String name, int replicas) implements Act {}

  /** Another value of the annotation by which all pods of a set are replaced. */
  record Restart(String set, int value) implements Act {}

  /** Somebody deletes what the operator has made. */
  record Delete(String kind, String name) implements Act {}

  /**
   * Somebody deletes a pod.
   *
   * @param place which of those that its clique has then, counted around
   */
  record DeletePod(String clique, int place) implements Act {}

  /** The same without waiting for its containers to end. */
  record ForceDeletePod(String clique, int place) implements Act {}

  /** {@code kubectl drain} of a node. */
  record Drain(int node) implements Act {}

  /** The drained node takes pods again. */
  record Uncordon(int node) implements Act {}

  /** A queue with this parent, or none, and this promise. */
  record EditQueue(String queue, String parent, String preemptMinRuntime) implements Act {}

  /** SIGKILL for operator and webhook. */
  record KillProcesses() implements Act {}

  /** etcd stands still. */
  record StallEtcd(Duration length) implements Act {}

  /** The API server dies and comes back. */
  record RestartApiServer() implements Act {}
}
