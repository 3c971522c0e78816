package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.UpdateStrategyType;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import java.util.List;

/**
 * A replica of a group goes for an update only if something in it is outdated, and with Ready pods
 * only if it is its turn.
 *
 * @param moment what stood when the cluster was read for it
 * @param group the group
 * @param record what the group records
 */
record Replacement(Moment moment, PodCliqueScalingGroup group, ReplicaDeletion record) {

  private static final String RULE = "a group gives up what is outdated";

  void check() {
    PodCliqueSet set =
        moment
            .find(PodCliqueSet.class, PodFacts.ownerUid(group))
            .orElseThrow(() -> broken("without a set"));
    var strategy = set.getSpec().updateStrategy();
    if (strategy != null && strategy.type() == UpdateStrategyType.ON_DELETE) {
      throw broken("under OnDelete");
    }
    List<PodClique> cliques = moment.cliques(group, record.replicaIndex()).toList();
    if (cliques.stream().noneMatch(clique -> isOutdated(set, clique))) {
      throw broken("where nothing is outdated");
    }
    boolean ready = cliques.stream().anyMatch(clique -> moment.ready(clique) > 0);
    if (ready && !hasSlot(set)) {
      throw broken("with Ready pods when it is not its turn");
    }
  }

  private boolean isOutdated(PodCliqueSet set, PodClique clique) {
    TemplateContent given = TemplateContent.of(clique);
    PodCliqueStatus status = clique.statusOrEmpty();
    return !given.equals(TemplateContent.of(set, clique))
        || status.updatedReplicas() < status.replicas()
        || moment.pods(clique).anyMatch(pod -> !TemplateContent.of(pod).equals(given));
  }

  private boolean hasSlot(PodCliqueSet set) {
    PodCliqueSetUpdateProgress progress = set.statusOrEmpty().updateProgress();
    int replica = Moment.replica(group, Labels.SET_REPLICA_INDEX);
    return progress != null
        && progress.updateEndedAt() == null
        && progress.currentlyUpdating().stream().anyMatch(slot -> slot.replicaIndex() == replica);
  }

  private Broken broken(String detail) {
    return new Broken(RULE, "%s of %s was opened %s".formatted(record, group, detail));
  }
}
