package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import dev.coppice.testkit.oracle.UpdateFloor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An update never takes a unit below min(minimum, replicas - maxUnavailable), counted from the pods
 * that stood when the cluster was last read for it.
 */
final class KeepsWhatServes implements Rule {

  private static final String RULE =
      "an update never takes a unit below min(minimum, replicas - maxUnavailable)";

  @Override
  public void check(Write write, Outcome outcome) {
    switch (write.action()) {
      case Action.Delete _ when write.stood().orElse(null) instanceof Pod pod ->
          checkPod(write, pod);
      case Action.PutStatus put when put.object() instanceof PodCliqueScalingGroup group ->
          TeardownFacts.opened(write.stood().orElse(null), group)
              .filter(record -> TeardownFacts.isForUpdate(record) && record.ready() > 0)
              .map(ReplicaDeletion::replicaIndex)
              .filter(_ -> isUpToDate(write))
              .forEach(replica -> broken(read(write, group).holds(group, replica), group));
      case Action.PutStatus put when put.object() instanceof PodCliqueSet set ->
          newSlots(write.stood().orElse(null), set)
              .forEach(replica -> checkSlot(write, set, replica));
      default -> {}
    }
  }

  private void checkPod(Write write, Pod pod) {
    if (!(write.seen().primary() instanceof PodClique clique)
        || !PodFacts.isLive(pod)
        || !PodFacts.label(pod, Labels.SCALING_GROUP).isEmpty()
        || !Moment.isOwner(clique, pod)
        || PodFacts.templateHash(pod).equals(PodFacts.templateHash(clique))
        || !PodFacts.saysReady(pod)
        || OneAtATime.isScaleIn(write.seen(), clique)
        || CurrentPodsStay.isDuplicate(write.seen(), pod)) {
      return;
    }
    UpdateFloor floor = read(write, pod);
    floor
        .moment()
        .find(Pod.class, pod.getMetadata().getUid())
        .filter(PodFacts::isReady)
        .ifPresent(seen -> broken(floor.holds(clique, seen), clique));
  }

  private void checkSlot(Write write, PodCliqueSet set, int replica) {
    if (set.getSpec().replicas() > 1) {
      UpdateFloor floor = read(write, set);
      if (isUpToDate(write)) {
        broken(floor.holds(set, replica), set);
      }
    }
  }

  // Who has just been deleted or scaled was read by its pods alone, as it stood before.
  private static boolean isUpToDate(Write write) {
    return write.lastRead().stream()
        .allMatch(moment ->
            write
                .seen()
                .observed()
                .all()
                .filter(KeepsWhatServes::hasPods)
                .filter(seen -> !PodFacts.isTerminating(seen))
                .allMatch(seen -> stands(moment, seen)));
  }

  private static boolean stands(Moment moment, HasMetadata seen) {
    return moment
        .find(seen.getClass(), seen.getMetadata().getUid())
        .filter(found -> !PodFacts.isTerminating(found))
        .filter(
            found -> found.getMetadata().getGeneration().equals(seen.getMetadata().getGeneration()))
        .isPresent();
  }

  private static boolean hasPods(HasMetadata object) {
    return object instanceof PodClique || object instanceof PodCliqueScalingGroup;
  }

  private static Stream<Integer> newSlots(@Nullable HasMetadata before, PodCliqueSet now) {
    return slots(now)
        .filter(replica ->
            !(before instanceof PodCliqueSet set) || slots(set).noneMatch(replica::equals));
  }

  private static Stream<Integer> slots(PodCliqueSet set) {
    PodCliqueSetUpdateProgress progress = set.statusOrEmpty().updateProgress();
    return progress == null
        ? Stream.empty()
        : progress.currentlyUpdating().stream().map(ReplicaUpdateProgress::replicaIndex);
  }

  private static UpdateFloor read(Write write, HasMetadata about) {
    return write
        .lastRead()
        .map(UpdateFloor::new)
        .orElseThrow(() -> new Broken(RULE, about + ": nothing was read"));
  }

  private static void broken(Optional<String> why, HasMetadata about) {
    why.ifPresent(detail -> {
      throw new Broken(RULE, "%s: %s".formatted(about, detail));
    });
  }
}
