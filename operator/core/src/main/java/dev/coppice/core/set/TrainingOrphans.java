package dev.coppice.core.set;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.ReleasedPodClique;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.training.AttemptMark;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * PodCliques and groups that nobody controls, in the places of a training job. Those that the job
 * itself released, or told of the attempt that it has recorded, are taken back like the orphans of
 * any set. The others are what is left of a job that is gone, half done from templates that nobody
 * knows: none of their work counts in this one, so they go, and their pods hold the barrier until
 * they have.
 */
final class TrainingOrphans {

  private static final Purpose READING =
      Purpose.unannounced(ErrorCodes.DELETE_POD_CLIQUE, "read", "PodCliqueSet");

  private TrainingOrphans() {}

  static void delete(SetView view, Plan.Builder plan) {
    if (!view.resolved().isBounded()) {
      return;
    }
    Set<String> own =
        view.status().replicaAttempts().stream()
            .map(ReplicaAttempt::podCliques)
            .flatMap(List::stream)
            .map(ReleasedPodClique::uid)
            .collect(Collectors.toSet());
    List<Action> deletes =
        IntStream.range(0, view.counted())
            .boxed()
            .flatMap(replica -> strangers(view, replica, own))
            .toList();
    if (deletes.isEmpty()) {
      return;
    }
    // A set that is being deleted alone has just let them go.
    LiveRead set = new LiveRead.Get(ObjectKey.of(view.set()));
    if (view.snapshot().live().contains(set)) {
      plan.addAll(deletes);
    } else {
      plan.add(new Action.Read(List.of(set), READING));
    }
  }

  private static Stream<Action> strangers(SetView view, int replica, Set<String> own) {
    Stream<Action> cliques =
        view.standaloneCliques().stream()
            .map(clique -> view.nameOf(replica, clique))
            .flatMap(name -> orphan(view, PodClique.class, name))
            .filter(clique ->
                !own.contains(clique.getMetadata().getUid()) && !isOfAttempt(view, replica, clique))
            .map(clique -> Action.Delete.of(clique, StandaloneCliques.DELETE));
    Stream<Action> groups =
        view.groupConfigs().stream()
            .map(group -> view.nameOf(replica, group))
            .flatMap(name -> orphan(view, PodCliqueScalingGroup.class, name))
            .filter(group -> members(view, group).noneMatch(own::contains))
            .map(group -> Action.Delete.of(group, ScalingGroups.DELETE));
    return Stream.concat(cliques, groups);
  }

  // Where nothing is recorded yet, an attempt of that number was one of another job.
  private static boolean isOfAttempt(SetView view, int replica, PodClique clique) {
    return view.status().replicaAttempts().stream()
        .filter(recorded -> recorded.replicaIndex() == replica)
        .anyMatch(recorded ->
            AttemptMark.of(clique)
                .filter(mark -> mark.attempt() == recorded.attempt())
                .isPresent());
  }

  private static <T extends HasMetadata> Stream<T> orphan(
      SetView view, Class<T> type, String name) {
    return view
        .snapshot()
        .observed()
        .get(type, view.set().getMetadata().getNamespace(), name)
        .filter(object -> Ownership.claim(object, view.set()) == Ownership.Claim.ORPHAN)
        .filter(object -> isPartOf(object, view.name()))
        .stream();
  }

  private static boolean isPartOf(HasMetadata object, String set) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels != null
        && Labels.MANAGER.equals(labels.get(Labels.MANAGED_BY))
        && set.equals(labels.get(Labels.PART_OF));
  }

  private static Stream<String> members(SetView view, PodCliqueScalingGroup group) {
    return view.snapshot()
        .observed()
        .all(PodClique.class)
        .filter(clique -> Ownership.isControlledBy(clique, group))
        .map(clique -> clique.getMetadata().getUid());
  }
}
