package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What holds an update up when neither an event nor time can bring a change: in the replica that
 * has the slot a pod does not run, and of each of its cliques of their own that has outdated pods
 * either one that replaces a taken one does not, or the minimum is missed. Nobody needs the slot
 * once no outdated pod stands; then a pod that replaces one does not run.
 *
 * @param moment what stands
 */
record UpdatesWait(Moment moment) {

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
    List<PodClique> cliques = moment.cliques(set, replica).toList();
    if (cliques.stream().flatMap(moment::pods).allMatch(PodFacts::saysReady)) {
      throw broken(set, "all pods of replica %d are Ready".formatted(replica));
    }
    cliques.stream()
        .filter(clique -> PodFacts.label(clique, Labels.SCALING_GROUP).isEmpty())
        .forEach(clique -> check(set, clique));
  }

  private void checkWithoutSlot(PodCliqueSet set) {
    List<PodClique> cliques =
        IntStream.range(0, set.getSpec().replicas())
            .boxed()
            .flatMap(replica -> moment.cliques(set, replica))
            .toList();
    for (PodClique clique : cliques) {
      if (!outdated(set, clique).isEmpty()) {
        throw broken(set, "nobody has the slot, outdated pods of %s stand".formatted(clique));
      }
    }
    if (cliques.stream().flatMap(moment::pods).allMatch(PodFacts::saysReady)) {
      throw broken(set, "nobody has the slot, all pods are Ready");
    }
  }

  private void check(PodCliqueSet set, PodClique clique) {
    List<Pod> outdated = outdated(set, clique);
    long ready = moment.pods(clique).filter(PodFacts::saysReady).count();
    PodCliqueUpdateProgress progress = clique.statusOrEmpty().updateProgress();
    boolean taken = progress != null && !progress.replacingIndexes().isEmpty();
    if (outdated.stream().anyMatch(pod -> !PodFacts.saysReady(pod))) {
      throw broken(set, "outdated pods of %s that are not Ready stand".formatted(clique));
    }
    if (!outdated.isEmpty() && !taken && ready >= PodFacts.minimum(clique)) {
      throw broken(set, "%s could give up a pod".formatted(clique));
    }
  }

  private List<Pod> outdated(PodCliqueSet set, PodClique clique) {
    TemplateContent wanted = TemplateContent.of(set, clique);
    return moment.pods(clique).filter(pod -> !TemplateContent.of(pod).equals(wanted)).toList();
  }

  private static Broken broken(PodCliqueSet set, String detail) {
    return new Broken(RULE, "%s: %s".formatted(set, detail));
  }
}
