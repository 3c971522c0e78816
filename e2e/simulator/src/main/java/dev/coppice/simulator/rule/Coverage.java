package dev.coppice.simulator.rule;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.Change;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts how often a run comes to what. */
final class Coverage {

  private final ClusterModel cluster;
  private final Map<Situation, Integer> counts = new EnumMap<>(Situation.class);
  private boolean templateChanged;

  Coverage(ClusterModel cluster) {
    this.cluster = cluster;
  }

  /** How often it has come to what. */
  Map<Situation, Integer> counts() {
    return Map.copyOf(counts);
  }

  /** Takes note that it has come to something. */
  void note(Situation situation) {
    counts.merge(situation, 1, Integer::sum);
  }

  /**
   * Takes note of a change.
   *
   * @param late whether a Ready pod was lost by it to a call that nobody waited for
   */
  void changed(Change change, boolean late) {
    if (late) {
      note(Situation.POD_LOST_TO_A_LATE_CALL);
    }
    HasMetadata before = change.before();
    HasMetadata now = change.now();
    if (now != null) {
      TeardownFacts.opened(before, now).forEach(record -> note(situation(now, record)));
    }
    if (before != null && now != null && replicas(before) != replicas(now)) {
      note(Situation.SCALED);
      noteDuringTeardown(Situation.SCALED_DURING_A_TEARDOWN);
    }
    if (before != null && now != null && isEnd(before, now)) {
      note(Situation.UPDATE_ENDED);
    }
    if (before instanceof PodCliqueSet old && now instanceof PodCliqueSet set) {
      setChanged(old, set);
    }
  }

  private void setChanged(PodCliqueSet before, PodCliqueSet now) {
    if (isOtherDelay(before, now) && isAnyClique(clique -> Causes.since(clique).isPresent())) {
      note(Situation.DELAY_CHANGED_DURING_A_BREACH);
    }
    TemplateEdit edit = new TemplateEdit(cluster, before, now);
    edit.situations().forEach(this::note);
    templateChanged |= edit.isAny();
  }

  /** Takes note of what stands at rest when all is well. */
  void atRest(PodCliqueSet set) {
    if (templateChanged) {
      note(
          TemplateEdit.isOnDelete(set)
              ? Situation.LAST_TEMPLATE_REACHED_ON_DELETE
              : Situation.LAST_TEMPLATE_REACHED);
    }
  }

  private static Situation situation(HasMetadata owner, ReplicaDeletion record) {
    if (TeardownFacts.isForUpdate(record)) {
      return Situation.GROUP_REPLICA_UPDATED;
    }
    return owner instanceof PodCliqueSet
        ? Situation.SET_REPLICA_TORN_DOWN
        : Situation.GROUP_REPLICA_TORN_DOWN;
  }

  private static boolean isEnd(HasMetadata before, HasMetadata now) {
    return before instanceof PodCliqueSet old
        && now instanceof PodCliqueSet set
        && isRunning(old)
        && !isRunning(set);
  }

  private static boolean isRunning(PodCliqueSet set) {
    PodCliqueSetUpdateProgress progress = set.statusOrEmpty().updateProgress();
    return progress != null && progress.updateEndedAt() == null;
  }

  private static int replicas(HasMetadata object) {
    return switch (object) {
      case PodCliqueSet set -> set.getSpec().replicas();
      case PodCliqueScalingGroup group -> group.getSpec().replicas();
      case PodClique clique -> clique.getSpec().replicas();
      default -> 0;
    };
  }

  private static boolean isOtherDelay(PodCliqueSet before, PodCliqueSet now) {
    return !Objects.equals(
            before.getSpec().template().terminationDelay(),
            now.getSpec().template().terminationDelay())
        || !before
            .getSpec()
            .template()
            .podCliqueScalingGroups()
            .equals(now.getSpec().template().podCliqueScalingGroups());
  }

  /** Takes note that the operator was killed. */
  void crashed() {
    if (cluster.all(PodCliqueSet.class).anyMatch(Coverage::isRunning)) {
      note(Situation.KILLED_DURING_AN_UPDATE);
    }
    noteDuringTeardown(Situation.KILLED_DURING_A_TEARDOWN);
  }

  /** Takes note that a call of nobody was obeyed. */
  void landed() {
    noteDuringTeardown(Situation.LATE_CALL_DURING_A_TEARDOWN);
  }

  private void noteDuringTeardown(Situation situation) {
    if (TeardownFacts.in(cluster.all(HasMetadata.class)).anyMatch(ReplicaDeletion::open)) {
      note(situation);
    }
  }

  /** Takes note of what a reconcile over an object has read, past its caches. */
  void read(Action.Read read, ObjectKey primary, Moment moment) {
    HasMetadata owner = cluster.find(primary).orElse(null);
    for (LiveRead query : read.queries()) {
      if (owner != null && query instanceof LiveRead.ListOf list && list.type() == Pod.class) {
        List<Causes.Cause> due =
            causes(owner, list, moment).filter(c -> !c.due().isAfter(moment.at())).toList();
        if (!due.isEmpty() && due.stream().noneMatch(cause -> cause.stands(moment))) {
          note(Situation.KEPT_BY_ITS_PODS);
        }
      }
    }
  }

  private static Stream<Causes.Cause> causes(
      HasMetadata owner, LiveRead.ListOf pods, Moment moment) {
    return switch (owner) {
      case PodCliqueSet set ->
          replica(pods, Labels.SET_REPLICA_INDEX)
              .flatMap(replica -> Causes.of(moment, set, replica));
      case PodCliqueScalingGroup group ->
          moment.find(PodCliqueSet.class, PodFacts.ownerUid(group)).stream()
              .flatMap(set ->
                  replica(pods, Labels.SCALING_GROUP_REPLICA_INDEX)
                      .flatMap(replica -> Causes.of(moment, set, group, replica)));
      default -> Stream.empty();
    };
  }

  // Whoever asks about several replicas looks for what an update may take.
  private static Stream<Integer> replica(LiveRead.ListOf pods, String label) {
    return Stream.ofNullable(pods.labels().get(label)).map(Integer::valueOf);
  }

  /** Takes note of what stands when nothing is left to do. */
  void withNothingLeft() {
    noteIf(Situation.KEPT_WITHOUT_A_DELAY, clique -> Causes.since(clique).isPresent());
    noteIf(
        Situation.KEPT_AS_NEVER_AVAILABLE,
        clique -> ConditionReasons.NEVER_AVAILABLE.equals(reason(clique)));
    noteIf(
        Situation.KEPT_IN_AN_UPDATE,
        clique -> ConditionReasons.UPDATE_IN_PROGRESS.equals(reason(clique)));
  }

  private void noteIf(Situation situation, Predicate<PodClique> isSo) {
    if (isAnyClique(isSo)) {
      note(situation);
    }
  }

  private boolean isAnyClique(Predicate<PodClique> isSo) {
    return cluster.all(PodClique.class).anyMatch(isSo);
  }

  private static @Nullable String reason(PodClique clique) {
    return Causes.breached(clique.statusOrEmpty().conditions())
        .map(Condition::getReason)
        .orElse(null);
  }
}
