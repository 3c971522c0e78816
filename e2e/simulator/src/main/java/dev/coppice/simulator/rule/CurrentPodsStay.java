package dev.coppice.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.Change;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Where views lag less than a second, no Ready pod goes that is made from what has been its
 * template for the last second, except by a scale-in, a gang termination, or as part of a group
 * replica with an outdated pod. Group replicas are judged when they are recorded, since a record is
 * carried out; what a PodClique reports counts for as long as status may lag pods.
 */
final class CurrentPodsStay implements Rule {

  private static final String RULE = "current pods stay";

  private static final Duration STATUS_LAG = Duration.ofSeconds(2);

  private final ClusterModel cluster;
  private final Map<Origin, Instant> lastEnded = new HashMap<>();
  private final Consumer<Situation> coverage;
  private final TemplateVersions templates = new TemplateVersions();
  private boolean inTime;

  CurrentPodsStay(ClusterModel cluster, Consumer<Situation> coverage) {
    this.cluster = cluster;
    this.coverage = coverage;
  }

  /** What a pod is made from, and in which PodClique. */
  private record Origin(String cliqueUid, TemplateContent content) {

    static Origin of(Pod pod) {
      return new Origin(PodFacts.ownerUid(pod), TemplateContent.of(pod));
    }
  }

  /** Begins to judge: from now on views lag less than a second. */
  void keepUp() {
    inTime = true;
  }

  /** Takes note of a change. */
  void changed(Change change) {
    if (change.key().type() == PodCliqueSet.class) {
      templates.changed((PodCliqueSet) change.now(), cluster.clock().instant());
    }
    if (change.before() instanceof Pod pod
        && PodFacts.isLive(pod)
        && !(change.now() instanceof Pod now && PodFacts.isLive(now))) {
      lastEnded.put(Origin.of(pod), cluster.clock().instant());
    }
  }

  @Override
  public void check(Write write, Outcome outcome) {
    if (!inTime) {
      return;
    }
    switch (write.action()) {
      case Action.Delete _ when write.stood().orElse(null) instanceof Pod pod ->
          checkPod(write.seen(), pod);
      case Action.PutStatus put when put.object() instanceof PodCliqueScalingGroup group ->
          TeardownFacts.opened(write.stood().orElse(null), group)
              .filter(TeardownFacts::isForUpdate)
              .forEach(record ->
                  checkReplica(write.read().orElseGet(() -> cluster.moment()), group, record));
      default -> {}
    }
  }

  // Pods of a PodClique that is gone went with it.
  private void checkPod(Snapshot<?> seen, Pod pod) {
    if (seen.primary() instanceof PodClique clique
        && Moment.isOwner(clique, pod)
        && PodFacts.isReady(pod)
        && judge(clique, pod)
        && !OneAtATime.isScaleIn(seen, clique)
        && !isDuplicate(seen, pod)) {
      throw new Broken(RULE, "%s went without need".formatted(pod));
    }
  }

  /** Whether a lost call that landed late has made a pod too many at this one's index. */
  static boolean isDuplicate(Snapshot<?> seen, Pod pod) {
    return seen.observed()
        .all(Pod.class)
        .filter(other -> PodFacts.isLive(other) && Moment.isOwner(seen.primary(), other))
        .filter(other -> PodFacts.index(other).equals(PodFacts.index(pod)))
        .anyMatch(other -> !other.getMetadata().getUid().equals(pod.getMetadata().getUid()));
  }

  private void checkReplica(Moment read, PodCliqueScalingGroup group, ReplicaDeletion record) {
    List<PodClique> cliques = read.cliques(group, record.replicaIndex()).toList();
    long current =
        cliques.stream()
            .flatMap(clique ->
                read.pods(clique).filter(pod -> PodFacts.isReady(pod) && judge(clique, pod)))
            .count();
    if (current > 0 && cliques.stream().noneMatch(clique -> hasOutdatedPod(read, clique))) {
      throw new Broken(RULE, "%s of %s has no outdated pod".formatted(record, group));
    }
  }

  private boolean hasOutdatedPod(Moment read, PodClique clique) {
    Optional<TemplateContent> wanted = wanted(clique);
    Stream<Origin> now = read.pods(clique).map(Origin::of);
    Stream<Origin> ended = ended(read, clique).filter(_ -> reportsOutdatedPod(clique, wanted));
    return Stream.concat(now, ended)
        .anyMatch(origin -> !wanted.equals(Optional.of(origin.content())));
  }

  private Stream<Origin> ended(Moment read, PodClique clique) {
    return lastEnded.entrySet().stream()
        .filter(ended -> ended.getKey().cliqueUid().equals(clique.getMetadata().getUid()))
        .filter(ended -> ended.getValue().isAfter(read.at().minus(STATUS_LAG)))
        .map(Map.Entry::getKey);
  }

  private static boolean reportsOutdatedPod(PodClique clique, Optional<TemplateContent> wanted) {
    PodCliqueStatus status = clique.statusOrEmpty();
    return wanted.equals(Optional.of(TemplateContent.of(clique)))
        ? status.replicas() > status.updatedReplicas()
        : status.updatedReplicas() > 0;
  }

  // Whether a pod that is about to go is made from what has long enough been its template.
  private boolean judge(PodClique clique, Pod pod) {
    Optional<TemplateContent> wanted = wanted(clique);
    boolean current = wanted.equals(Optional.of(TemplateContent.of(pod)));
    wanted.ifPresent(_ -> coverage.accept(Situation.READY_POD_TAKEN_IN_TIME));
    if (current) {
      coverage.accept(Situation.CURRENT_POD_TAKEN_IN_TIME);
    }
    return current;
  }

  private Optional<TemplateContent> wanted(PodClique clique) {
    return templates.settled(clique, cluster.clock().instant());
  }
}
