package dev.coppice.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * What stands at rest is made from the template that is asked for, under OnDelete what has been
 * made since, and no update runs.
 *
 * @param set the set, with all its parts
 */
record UpdatedState(ClusterModel cluster, PodCliqueSet set) {

  private static final String RULE = "updates come to their end";

  void check() {
    cluster.all(PodClique.class).forEach(this::checkClique);
    if (!TemplateEdit.isOnDelete(set)) {
      cluster.all(Pod.class).forEach(this::checkPod);
      if (set.statusOrEmpty().updatedReplicas() != set.getSpec().replicas()) {
        throw broken(set, "reports " + set.getStatus());
      }
    }
    cluster
        .all(PodCliqueScalingGroup.class)
        .forEach(group -> {
          PodCliqueScalingGroupUpdateProgress progress = group.statusOrEmpty().updateProgress();
          if (progress != null
              && (progress.updateEndedAt() == null || !progress.replacingIndexes().isEmpty())) {
            throw broken(group, "reports " + progress);
          }
        });
    PodCliqueSetUpdateProgress progress = set.statusOrEmpty().updateProgress();
    if (progress != null
        && (progress.updateEndedAt() == null || !progress.currentlyUpdating().isEmpty())) {
      throw broken(set, "reports " + progress);
    }
  }

  private void checkClique(PodClique clique) {
    TemplateContent wanted = TemplateContent.of(set, clique);
    if (!TemplateContent.of(clique).equals(wanted)) {
      throw broken(clique, "was not given " + wanted);
    }
    PodCliqueUpdateProgress progress = clique.statusOrEmpty().updateProgress();
    if (progress != null
        && (progress.updateEndedAt() == null || !progress.replacingIndexes().isEmpty())) {
      throw broken(clique, "reports " + progress);
    }
  }

  private void checkPod(Pod pod) {
    boolean current =
        cluster
            .all(PodClique.class)
            .filter(clique -> Moment.isOwner(clique, pod))
            .allMatch(clique ->
                TemplateContent.of(pod).equals(TemplateContent.of(set, clique))
                    && PodFacts.templateHash(pod).equals(PodFacts.templateHash(clique)));
    if (!current) {
      throw broken(pod, "is made from an old template");
    }
  }

  private static Broken broken(HasMetadata object, String detail) {
    return new Broken(
        RULE, "%s %s %s".formatted(object.getKind(), object.getMetadata().getName(), detail));
  }
}
