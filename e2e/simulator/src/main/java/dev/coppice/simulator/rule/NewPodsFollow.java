package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.Mistakes;
import dev.coppice.simulator.operator.Change;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Under OnDelete every new pod is made from the template of the set, since nobody replaces one that
 * was made too early; a replica that is being torn down aside, and a set with a part that the API
 * server refuses, of which no part is followed. The first ones follow the set as it was seen, those
 * that are made again the set as it stood when it was asked for, or else now. Where views lag less
 * than a second, every new pod is made from a template that its PodClique has carried within the
 * last second.
 */
final class NewPodsFollow implements Rule {

  private static final String RULE = "new pods follow";

  private static final Duration LAG = Duration.ofSeconds(1);

  private final ClusterModel cluster;
  private final Map<Given, Instant> left = new HashMap<>();
  private boolean inTime;

  NewPodsFollow(ClusterModel cluster) {
    this.cluster = cluster;
  }

  /** What a PodClique has for its pods, and the hash by which it calls that. */
  private record Given(String cliqueUid, TemplateContent content, String hash) {

    static Given to(PodClique clique) {
      return new Given(
          clique.getMetadata().getUid(), TemplateContent.of(clique), PodFacts.templateHash(clique));
    }

    static Given to(Pod pod) {
      return new Given(PodFacts.ownerUid(pod), TemplateContent.of(pod), PodFacts.templateHash(pod));
    }
  }

  /** Begins to judge: from now on views lag less than a second. */
  void keepUp() {
    inTime = true;
  }

  /** Takes note of a change. */
  void changed(Change change) {
    if (change.before() instanceof PodClique before
        && change.now() instanceof PodClique now
        && !Given.to(before).equals(Given.to(now))) {
      left.put(Given.to(before), cluster.clock().instant());
    }
  }

  @Override
  public void check(Write write, Outcome outcome) {
    if (write.action() instanceof Action.Create create && create.object() instanceof Pod pod) {
      checkAsked(write, pod);
      checkInTime(pod);
    }
  }

  private void checkAsked(Write write, Pod pod) {
    Snapshot<?> seen = write.seen();
    PodClique clique = (PodClique) seen.primary();
    TemplateContent made = TemplateContent.of(pod);
    if (seen.observed().all(PodCliqueSet.class).noneMatch(TemplateEdit::isOnDelete)) {
      return; // nobody would have asked
    }
    Stream<PodCliqueSet> sets =
        clique.getStatus() == null
            ? seen.observed().all(PodCliqueSet.class)
            : write.read().orElseGet(cluster::moment).all(PodCliqueSet.class);
    sets.filter(set -> TemplateEdit.isOnDelete(set) && !PodFacts.isTerminating(set))
        .filter(set -> !TemplateContent.of(set, clique).equals(made))
        .filter(set -> !isTornDown(seen, set, clique) && !Mistakes.areIn(set))
        .findFirst()
        .ifPresent(set -> {
          throw new Broken(
              RULE,
              "%s is made from %s, %s asks for %s"
                  .formatted(pod, made, set, TemplateContent.of(set, clique)));
        });
  }

  private static boolean isTornDown(Snapshot<?> seen, PodCliqueSet set, PodClique clique) {
    return isDeleting(set, clique, Labels.SET_REPLICA_INDEX)
        || seen.observed()
            .all(PodCliqueScalingGroup.class)
            .filter(group -> Moment.isOwner(group, clique))
            .anyMatch(group ->
                PodFacts.isTerminating(group)
                    || isDeleting(group, clique, Labels.SCALING_GROUP_REPLICA_INDEX));
  }

  private static boolean isDeleting(HasMetadata owner, PodClique clique, String index) {
    return TeardownFacts.open(owner, Moment.replica(clique, index))
        .filter(ReplicaDeletion::deleting)
        .isPresent();
  }

  private void checkInTime(Pod pod) {
    if (inTime) {
      cluster
          .all(PodClique.class)
          .filter(clique -> Moment.isOwner(clique, pod) && !isFollowed(clique, pod))
          .findFirst()
          .ifPresent(clique -> {
            throw new Broken(
                RULE,
                "%s is made from %s, %s has %s"
                    .formatted(pod, Given.to(pod), clique, Given.to(clique)));
          });
    }
  }

  private boolean isFollowed(PodClique clique, Pod pod) {
    return Given.to(clique).equals(Given.to(pod))
        || left.getOrDefault(Given.to(pod), Instant.MIN)
            .isAfter(cluster.clock().instant().minus(LAG));
  }
}
