package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.UpdateFloor;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What holds an update up when neither an event nor time can bring a change: in the replica that
 * has the slot a pod does not run, and of each of its cliques of their own, and of its groups, that
 * has outdated pods either as many as may be down do not run again, or one more would be too many.
 * Nobody has the slot where nobody may; then a pod does not run.
 *
 * @param moment what stands
 * @param others how much serves beside what was taken
 */
record UpdatesWait(Moment moment, OthersThatServe others) {

  private static final String RULE = "an update waits only for pods that do not run";

  void check() {
    moment.all(PodCliqueSet.class).filter(UpdatesWait::isRunning).forEach(this::check);
  }

  private static boolean isRunning(PodCliqueSet set) {
    PodCliqueSetUpdateProgress progress = set.statusOrEmpty().updateProgress();
    return set.getMetadata().getDeletionTimestamp() == null
        && !TemplateEdit.isOnDelete(set)
        && progress != null
        && progress.updateEndedAt() == null;
  }

  private void check(PodCliqueSet set) {
    List<ReplicaUpdateProgress> slots =
        Objects.requireNonNull(set.statusOrEmpty().updateProgress()).currentlyUpdating();
    if (slots.isEmpty()) {
      checkWithoutSlot(set);
      return;
    }
    int replica = slots.getFirst().replicaIndex();
    checkPassedOn(set, replica);
    List<PodClique> cliques = moment.cliques(set, replica).toList();
    if (cliques.stream().flatMap(moment::pods).allMatch(PodFacts::saysReady)) {
      throw broken(set, "all pods of replica %d are Ready".formatted(replica));
    }
    cliques.stream()
        .filter(clique -> PodFacts.label(clique, Labels.SCALING_GROUP).isEmpty())
        .forEach(clique -> check(set, clique));
    moment.groups(set, replica).forEach(group -> check(set, group));
  }

  // What waited before has the place that the update freed.
  private void checkPassedOn(PodCliqueSet set, int replica) {
    if (others.inFlight(moment, set) == 0
        && IntStream.range(0, set.getSpec().replicas())
            .anyMatch(other -> other != replica && mayHaveSlot(set, other))) {
      throw broken(set, "replica %d keeps the slot and waits for a place".formatted(replica));
    }
  }

  private boolean mayHaveSlot(PodCliqueSet set, int replica) {
    return moment.cliques(set, replica).anyMatch(clique -> !outdated(set, clique).isEmpty())
        && moment.cliques(set, replica).flatMap(moment::pods).anyMatch(PodFacts::isReady)
        && new UpdateFloor(moment).holds(set, replica).isEmpty();
  }

  private void checkWithoutSlot(PodCliqueSet set) {
    List<PodClique> cliques =
        IntStream.range(0, set.getSpec().replicas())
            .boxed()
            .flatMap(replica -> moment.cliques(set, replica))
            .toList();
    IntStream.range(0, set.getSpec().replicas())
        .filter(replica -> mayHaveSlot(set, replica))
        .findFirst()
        .ifPresent(replica -> {
          throw broken(set, "nobody has the slot, replica %d could".formatted(replica));
        });
    if (cliques.stream().flatMap(moment::pods).allMatch(PodFacts::saysReady)) {
      throw broken(set, "nobody has the slot, all pods are Ready");
    }
  }

  private void check(PodCliqueSet set, PodClique clique) {
    List<Pod> outdated = outdated(set, clique);
    UpdateFloor floor = new UpdateFloor(moment);
    if (outdated.stream().anyMatch(pod -> !PodFacts.saysReady(pod))) {
      throw broken(set, "outdated pods of %s that are not Ready stand".formatted(clique));
    }
    if (others.inFlight(moment, clique) < floor.mostOf(clique)
        && outdated.stream().anyMatch(pod -> floor.holds(clique, pod).isEmpty())) {
      throw broken(set, "%s could give up a pod".formatted(clique));
    }
  }

  private void check(PodCliqueSet set, PodCliqueScalingGroup group) {
    UpdateFloor floor = new UpdateFloor(moment);
    if (others.inFlight(moment, group) < floor.mostOf(group)
        && IntStream.range(0, group.getSpec().replicas())
            .filter(replica -> isOutdated(set, group, replica))
            .anyMatch(replica -> floor.holds(group, replica).isEmpty())) {
      throw broken(set, "%s could give up a replica".formatted(group));
    }
  }

  private boolean isOutdated(PodCliqueSet set, PodCliqueScalingGroup group, int replica) {
    return moment.cliques(group, replica).anyMatch(clique -> !outdated(set, clique).isEmpty());
  }

  private List<Pod> outdated(PodCliqueSet set, PodClique clique) {
    TemplateContent wanted = TemplateContent.of(set, clique);
    return moment.pods(clique).filter(pod -> !TemplateContent.of(pod).equals(wanted)).toList();
  }

  private static Broken broken(PodCliqueSet set, String detail) {
    return new Broken(RULE, "%s: %s".formatted(set, detail));
  }
}
