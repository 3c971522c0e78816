package dev.coppice.simulator.training;

import dev.coppice.api.Finalizers;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.training.Indexes;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.ModelNodes;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What holds in every run of a training job, judged by what pods and people did and not by what the
 * operator believes.
 */
final class TrainingRules {

  private final List<String> broken = new ArrayList<>();

  /** Indices that a pod has done, by PodClique UID, attempt and index. */
  private final Set<String> done = new HashSet<>();

  /** Replicas in whose attempt something went wrong, by replica and attempt. */
  private final Set<String> harmed = new HashSet<>();

  /** What was broken. */
  List<String> broken() {
    return broken;
  }

  void take(@Nullable HasMetadata before, @Nullable HasMetadata now, ClusterModel cluster) {
    switch (now == null ? before : now) {
      case Pod pod -> takePod((Pod) before, now == null ? null : pod, cluster);
      case PodCliqueSet set -> takeSet((PodCliqueSet) before, now == null ? null : set, cluster);
      case PodClique clique when now == null || isTerminating(now) -> harm(clique, -1);
      case null, default -> {}
    }
  }

  private void check(boolean holds, Supplier<String> what) {
    if (!holds) {
      broken.add(what.get());
    }
  }

  private static boolean isTerminating(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }

  private static String label(HasMetadata object, String key) {
    return object.getMetadata().getLabels().getOrDefault(key, "");
  }

  private void harm(HasMetadata object, int attempt) {
    harmed.add(label(object, Labels.SET_REPLICA_INDEX) + "/" + attempt);
  }

  private static int attempt(Pod pod) {
    return Integer.parseInt(label(pod, Labels.RESTART_ATTEMPT));
  }

  private static boolean isReady(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(one -> "Ready".equals(one.getType()) && "True".equals(one.getStatus()));
  }

  private static String owner(Pod pod) {
    return pod.getMetadata().getOwnerReferences().getFirst().getUid();
  }

  private static String work(Pod pod) {
    return owner(pod) + "/" + attempt(pod) + "/" + label(pod, Labels.POD_INDEX);
  }

  private static String phase(Pod pod) {
    return pod.getStatus() == null ? "" : String.valueOf(pod.getStatus().getPhase());
  }

  private void takePod(@Nullable Pod before, @Nullable Pod now, ClusterModel cluster) {
    Pod pod = now == null ? before : now;
    if (label(pod, Labels.RESTART_ATTEMPT).isEmpty()) {
      return;
    }
    if (before == null) {
      takeNew(pod, cluster);
    }
    if (now == null) {
      if (!done.contains(work(pod))) {
        harm(pod, attempt(pod));
      }
      return;
    }
    if ("Succeeded".equals(phase(now)) && !isTerminating(now)) {
      done.add(work(now));
    }
    if ("Failed".equals(phase(now))
        || isTerminating(now)
        || (before != null && isReady(before) && !isReady(now))) {
      harm(now, attempt(now));
    }
    boolean lostFinalizer =
        before != null
            && before.getMetadata().getFinalizers().contains(Finalizers.POD_TRACKING)
            && !now.getMetadata().getFinalizers().contains(Finalizers.POD_TRACKING);
    if (lostFinalizer) {
      check(
          mayBeLetGo(now, cluster),
          () ->
              "%s was let go before its end was written down"
                  .formatted(now.getMetadata().getName()));
    }
  }

  private void takeNew(Pod pod, ClusterModel cluster) {
    check(
        !done.contains(work(pod)),
        () -> "%s runs again what is done".formatted(pod.getMetadata().getName()));
    cluster
        .all(Pod.class)
        .filter(other -> !other.getMetadata().getUid().equals(pod.getMetadata().getUid()))
        .filter(other ->
            label(other, Labels.SET_REPLICA_INDEX).equals(label(pod, Labels.SET_REPLICA_INDEX)))
        .filter(other -> !ModelNodes.hasEnded(other) && !isOnLostNode(other, cluster))
        .forEach(other -> {
          check(
              attempt(other) >= attempt(pod),
              () ->
                  "%s of attempt %d is made beside %s of attempt %d"
                      .formatted(
                          pod.getMetadata().getName(),
                          attempt(pod),
                          other.getMetadata().getName(),
                          attempt(other)));
          check(
              !(label(other, Labels.POD_CLIQUE).equals(label(pod, Labels.POD_CLIQUE))
                  && label(other, Labels.POD_INDEX).equals(label(pod, Labels.POD_INDEX))),
              () ->
                  "%s has the host name of %s"
                      .formatted(pod.getMetadata().getName(), other.getMetadata().getName()));
        });
  }

  private static boolean isOnLostNode(Pod pod, ClusterModel cluster) {
    String name = pod.getSpec().getNodeName();
    return name != null
        && cluster
            .find(Node.class, "", name)
            .filter(node ->
                node.getStatus().getConditions().stream()
                    .anyMatch(ready -> "True".equals(ready.getStatus())))
            .isEmpty();
  }

  private static boolean mayBeLetGo(Pod pod, ClusterModel cluster) {
    PodClique clique =
        cluster
            .all(PodClique.class)
            .filter(owner -> owner.getMetadata().getUid().equals(owner(pod)))
            .findFirst()
            .orElse(null);
    if (clique == null
        || isTerminating(clique)
        || cluster.all(PodCliqueSet.class).noneMatch(set -> !isTerminating(set))) {
      return true;
    }
    String recorded = clique.getMetadata().getAnnotations().get("grove.io/restart-attempt");
    int index = Integer.parseInt(label(pod, Labels.POD_INDEX));
    return Integer.parseInt(recorded) > attempt(pod)
        || clique.statusOrEmpty().failedIndexes().stream()
            .anyMatch(failed -> failed.podUID().equals(pod.getMetadata().getUid()))
        || Indexes.parse(clique.statusOrEmpty().completedIndexes(), 100).contains(index);
  }

  private void takeSet(
      @Nullable PodCliqueSet before, @Nullable PodCliqueSet now, ClusterModel cluster) {
    if (now == null) {
      return;
    }
    PodCliqueSetStatus was = before == null ? PodCliqueSetStatus.EMPTY : before.statusOrEmpty();
    PodCliqueSetStatus is = now.statusOrEmpty();
    int attempts = is.replicaAttempts().stream().mapToInt(ReplicaAttempt::attempt).sum();
    check(
        is.restartCount() == attempts,
        () ->
            "%d restarts are told, and %d attempts beyond the first"
                .formatted(is.restartCount(), attempts));
    check(
        was.startTime() == null || was.startTime().equals(is.startTime()),
        () -> "the start has moved");
    check(
        was.phase() == null || !was.phase().isFinal() || was.phase() == is.phase(),
        () -> "%s became %s".formatted(was.phase(), is.phase()));
    if (is.phase() == PodCliqueSetPhase.FAILED && was.phase() != PodCliqueSetPhase.FAILED) {
      check(
          cluster.all(Pod.class).allMatch(ModelNodes::hasEnded),
          () -> "it is called Failed while pods are there");
    }
    if (is.phase() == PodCliqueSetPhase.SUCCEEDED && was.phase() != PodCliqueSetPhase.SUCCEEDED) {
      check(
          is.replicaAttempts().stream().allMatch(ReplicaAttempt::succeeded),
          () -> "it is called Succeeded before all of it is");
    }
    for (ReplicaAttempt attempt : is.replicaAttempts()) {
      ReplicaAttempt earlier =
          was.replicaAttempts().stream()
              .filter(one -> one.replicaIndex() == attempt.replicaIndex())
              .findFirst()
              .orElseGet(() -> ReplicaAttempt.first(attempt.replicaIndex()));
      check(
          !earlier.succeeded() || attempt.succeeded(),
          () -> "the success of replica %d is lost".formatted(attempt.replicaIndex()));
      if (attempt.attempt() > earlier.attempt()) {
        check(
            attempt.attempt() == earlier.attempt() + 1
                && (harmed.contains(attempt.replicaIndex() + "/" + earlier.attempt())
                    || harmed.remove(attempt.replicaIndex() + "/-1")),
            () -> "replica %d is restarted for nothing".formatted(attempt.replicaIndex()));
      }
    }
  }
}
