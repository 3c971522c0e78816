package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.testkit.oracle.Moment;
import java.util.HashSet;
import java.util.Set;

/**
 * No PodClique of a group's replica is given another template while pods of others in the replica
 * are made from an old one: a replica is replaced as a whole. Under OnDelete every pod is replaced
 * by whoever deletes it.
 */
final class OneTemplateEach implements Rule {

  private static final String RULE = "a replica of a group has one template";

  private final ClusterModel cluster;
  private final Set<String> ahead = new HashSet<>();

  OneTemplateEach(ClusterModel cluster) {
    this.cluster = cluster;
  }

  @Override
  public void check(Write write, Outcome outcome) {
    if (write.action() instanceof Action.Patch
        && write.seen().primary() instanceof PodCliqueScalingGroup group
        && write.stood().orElse(null) instanceof PodClique before) {
      write
          .seen()
          .observed()
          .all(PodCliqueSet.class)
          .filter(set -> Moment.isOwner(set, group))
          .forEach(set -> check(set, group, before));
    }
  }

  private void check(PodCliqueSet set, PodCliqueScalingGroup group, PodClique before) {
    Moment moment = cluster.moment();
    String uid = before.getMetadata().getUid();
    if (TemplateEdit.isOnDelete(set)) {
      ahead.add(uid);
      return;
    }
    if (ahead.contains(uid) && !follows(moment, before)) {
      return;
    }
    ahead.remove(uid);
    moment
        .find(PodClique.class, uid)
        .filter(now -> !TemplateContent.of(now).equals(TemplateContent.of(before)))
        .ifPresent(now ->
            moment
                .cliques(group, Moment.replica(now, Labels.SCALING_GROUP_REPLICA_INDEX))
                .filter(other -> !other.getMetadata().getUid().equals(uid))
                .filter(other -> isOld(moment, set, other))
                .findFirst()
                .ifPresent(other -> {
                  throw new Broken(
                      RULE,
                      "%s was given another template beside old pods of %s".formatted(now, other));
                }));
  }

  // After a time under OnDelete the template of a PodClique may say nothing about its pods.
  private static boolean follows(Moment moment, PodClique before) {
    TemplateContent had = TemplateContent.of(before);
    return moment.pods(before).findAny().isPresent()
        && moment.pods(before).allMatch(pod -> TemplateContent.of(pod).equals(had));
  }

  private static boolean isOld(Moment moment, PodCliqueSet set, PodClique clique) {
    TemplateContent wanted = TemplateContent.of(set, clique);
    return moment.pods(clique).anyMatch(pod -> !TemplateContent.of(pod).equals(wanted));
  }
}
