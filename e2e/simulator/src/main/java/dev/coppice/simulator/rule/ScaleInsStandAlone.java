package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.simulator.operator.RunningReconcile;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** In a reconcile that scales in nothing goes for an update, and none ends. */
final class ScaleInsStandAlone implements Rule {

  private static final String RULE = "a reconcile that scales in does nothing for an update";

  private final Set<RunningReconcile<?>> scaledIn = Collections.newSetFromMap(new WeakHashMap<>());

  @Override
  public void check(Write write, Outcome outcome) {
    if (isScaleIn(write)) {
      scaledIn.add(write.reconcile());
    } else if ((scaledIn.contains(write.reconcile()) || seesSurplus(write.seen()))
        && !isOnDelete(write.seen())
        && isForUpdate(write)) {
      throw new Broken(RULE, "%s was made in one that does".formatted(write.action()));
    }
  }

  private static boolean isScaleIn(Write write) {
    return write.action() instanceof Action.Delete
        && switch (write.stood().orElse(null)) {
          case Pod pod -> PodFacts.isLive(pod) && seesSurplus(write.seen());
          case PodClique clique
              when write.seen().primary() instanceof PodCliqueScalingGroup group ->
              isBeyond(group, clique);
          case null, default -> false;
        };
  }

  private static boolean seesSurplus(Snapshot<?> seen) {
    return switch (seen.primary()) {
      case PodClique clique -> OneAtATime.isScaleIn(seen, clique);
      case PodCliqueScalingGroup group ->
          seen.observed()
              .all(PodClique.class)
              .filter(clique -> Moment.isOwner(group, clique) && !PodFacts.isTerminating(clique))
              .anyMatch(clique -> isBeyond(group, clique));
      default -> false;
    };
  }

  private static boolean isBeyond(PodCliqueScalingGroup group, PodClique member) {
    return Moment.replica(member, Labels.SCALING_GROUP_REPLICA_INDEX) >= group.getSpec().replicas();
  }

  private static boolean isOnDelete(Snapshot<?> seen) {
    return seen.observed().all(PodCliqueSet.class).anyMatch(TemplateEdit::isOnDelete);
  }

  private static boolean isForUpdate(Write write) {
    return switch (write.action()) {
      case Action.Delete _ ->
          write.stood().orElse(null) instanceof Pod pod
              && PodFacts.isLive(pod)
              && Moment.isOwner(write.seen().primary(), pod)
              && !waitsForAPlacement(write, pod);
      case Action.PutStatus put -> isStep(write, put);
      default -> false;
    };
  }

  // Where placements are recorded, a pod without a node that names another one is made anew.
  private static boolean waitsForAPlacement(Write write, Pod pod) {
    return pod.getSpec().getNodeName() == null
        && write
            .seen()
            .observed()
            .all(PodGang.class)
            .anyMatch(gang -> !gang.statusOrEmpty().podGroups().isEmpty());
  }

  private static boolean isStep(Write write, Action.PutStatus put) {
    return switch (put.object()) {
      case PodClique clique when write.stood().orElse(null) instanceof PodClique before ->
          isStep(Progress.of(before), Progress.of(clique));
      case PodCliqueScalingGroup group
          when write.stood().orElse(null) instanceof PodCliqueScalingGroup before ->
          isStep(Progress.of(before), Progress.of(group))
              || TeardownFacts.opened(before, group).anyMatch(TeardownFacts::isForUpdate);
      default -> false;
    };
  }

  private static boolean isStep(Progress before, Progress now) {
    Set<Integer> taken = new HashSet<>(now.taken());
    before.taken().forEach(taken::remove);
    return !taken.isEmpty()
        || (before.runs() && !now.runs() && Objects.equals(before.start(), now.start()));
  }

  /** How far an update has come. */
  private record Progress(@Nullable Instant start, @Nullable Instant end, List<Integer> taken) {

    private static final Progress NONE = new Progress(null, null, List.of());

    static Progress of(PodClique clique) {
      PodCliqueUpdateProgress progress = clique.statusOrEmpty().updateProgress();
      return progress == null
          ? NONE
          : new Progress(
              progress.updateStartedAt(), progress.updateEndedAt(), progress.replacingIndexes());
    }

    static Progress of(PodCliqueScalingGroup group) {
      PodCliqueScalingGroupUpdateProgress progress = group.statusOrEmpty().updateProgress();
      return progress == null
          ? NONE
          : new Progress(
              progress.updateStartedAt(), progress.updateEndedAt(), progress.replacingIndexes());
    }

    boolean runs() {
      return start != null && end == null;
    }
  }
}
