package dev.coppice.core.training;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.training.JudgedPod.Standing;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How many pods of an attempt are what. An index that is done counts as existing, scheduled and
 * available. A clique that is divided needs all of its pods, so that it matters nothing that they
 * count in whole subgroups.
 *
 * @param existing pods that have not ended, and do not terminate
 * @param scheduled those that have a place
 * @param available those that work
 * @param availableInAttempt whether the minimum has been available in this attempt
 * @param breach the condition MinAvailableBreached, still without its transition time
 */
public record AttemptCount(
    int existing, int scheduled, int available, boolean availableInAttempt, Condition breach) {

  /**
   * Counts the pods of an attempt that may run.
   *
   * @param account what is done and what has failed, these pods included
   * @param before whether the minimum is known to have been available in this attempt
   */
  public static AttemptCount of(
      PodClique clique, IndexAccount account, List<JudgedPod> pods, boolean before) {
    int available = available(account, pods).size();
    boolean availableInAttempt = before || available >= MinAvailable.of(clique);
    return new AttemptCount(
        existing(account, pods).size(),
        scheduled(account, pods).size(),
        available,
        availableInAttempt,
        breach(clique, account, available, availableInAttempt));
  }

  // A pod that terminates by the hand of somebody else exists until it is judged.
  private static boolean isLive(JudgedPod judged) {
    PodState pod = judged.pod();
    return !judged.standing().isFinal() && !pod.ended();
  }

  /** The indices with a pod that works, or that are done. */
  public static Set<Integer> available(IndexAccount account, List<JudgedPod> pods) {
    return indices(account, pods, pod -> pod.standing() == Standing.AVAILABLE);
  }

  /** The indices with a pod that has a place, or that are done. */
  public static Set<Integer> scheduled(IndexAccount account, List<JudgedPod> pods) {
    return indices(account, pods, pod -> isLive(pod) && pod.pod().scheduled());
  }

  /** The indices with a pod, or that are done. */
  public static Set<Integer> existing(IndexAccount account, List<JudgedPod> pods) {
    return indices(account, pods, AttemptCount::isLive);
  }

  private static Set<Integer> indices(
      IndexAccount account, List<JudgedPod> pods, Predicate<JudgedPod> which) {
    Set<Integer> indices = new HashSet<>(account.completed());
    pods.stream().filter(which).forEach(pod -> indices.add(pod.pod().index()));
    return indices;
  }

  private static Condition breach(
      PodClique clique, IndexAccount account, int available, boolean availableInAttempt) {
    int replicas = clique.getSpec().replicas();
    int minimum = MinAvailable.of(clique);
    int failed = account.broken().size();
    String numbers =
        "%d of %d pods work or are done, %d must".formatted(available, replicas, minimum);
    // A pod that failed is not starting up, so that it matters nothing whether it ever worked.
    if (replicas - failed < minimum) {
      return condition(
          clique, "True", ConditionReasons.PODS_FAILED, numbers + "; %d failed".formatted(failed));
    }
    if (available >= minimum) {
      return condition(
          clique,
          "False",
          ConditionReasons.SUFFICIENT_READY_PODS,
          "%d of %d pods work or are done".formatted(available, replicas));
    }
    return availableInAttempt
        ? condition(clique, "True", ConditionReasons.INSUFFICIENT_READY_PODS, numbers)
        : neverAvailable(clique, numbers + "; so many have not been ready yet in this attempt");
  }

  /** What is said of an attempt in which no pod may run yet. */
  public static Condition unreleased(PodClique clique) {
    return neverAvailable(clique, "no pod of this attempt may run yet");
  }

  private static Condition neverAvailable(PodClique clique, String message) {
    return condition(clique, "False", ConditionReasons.NEVER_AVAILABLE, message);
  }

  private static Condition condition(
      PodClique clique, String status, String reason, String message) {
    return Breaches.condition(status, reason, message, clique.getMetadata().getGeneration());
  }
}
