package dev.coppice.core.group;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.core.admission.ValidCondition;
import dev.coppice.core.availability.Availability;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.availability.GroupBreach;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.availability.Units;
import dev.coppice.core.explain.Messages;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.LastErrors;
import dev.coppice.core.template.RenderedTemplate;
import dev.coppice.core.template.ScaleUnits;
import dev.coppice.core.training.AttemptReports;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What is reported about a scaling group, computed from the statuses of its PodCliques. */
final class GroupStatus {

  private GroupStatus() {}

  /**
   * The status that describes what is seen.
   *
   * @param update the update of the group
   * @param progress how far it has come; null while there never was one
   */
  static PodCliqueScalingGroupStatus of(
      GroupView view, GroupUpdate update, @Nullable PodCliqueScalingGroupUpdateProgress progress) {
    PodCliqueScalingGroupStatus before = view.group().statusOrEmpty();
    int scheduled = count(view, (clique, _) -> isScheduled(clique));
    int available = available(view);
    int updated = new GroupReplicas(view).updated();
    List<Condition> conditions =
        Breaches.set(
            conditions(view, before.conditions(), available),
            GroupBreach.of(view.group(), view.members(), available),
            view.now());
    long generation = view.group().getMetadata().getGeneration();
    List<Condition> told =
        (AttemptReports.isFailing(view.set().statusOrEmpty())
                ? update.progressing(progress, updated).over()
                : update.progressing(progress, updated))
            .setIn(conditions, generation, view.now());
    List<Condition> progressing =
        update.inProgress(progress, updated).setIn(told, generation, view.now());
    return PodCliqueScalingGroupStatusBuilder.builder(before)
        .replicas(view.replicas())
        .scheduledReplicas(scheduled)
        .availableReplicas(available)
        .updatedReplicas(updated)
        .selector(
            ChildLabels.selector(
                ScaleUnits.selecting(
                    ChildLabels.scalingGroupPods(view.setName(), view.name()), Labels.SCALE_UNIT)))
        .observedGeneration(generation)
        .lastErrors(
            LastErrors.of(
                before.lastErrors(),
                view.snapshot().failures(),
                view.members()
                    .flatMap(member ->
                        LastErrors.OfChild.of(member, member.statusOrEmpty().lastErrors())),
                view.now()))
        .conditions(
            GroupReadiness.ofEnd(view)
                .orElseGet(() -> GroupReadiness.of(view, update, progressing, available).told())
                .noting(view.snapshot())
                .setIn(progressing, generation, view.now()))
        .replicaDeletions(GroupTeardown.completed(view))
        .updateProgress(progress)
        .currentPodCliqueSetGenerationHash(
            generationHash(view, before.currentPodCliqueSetGenerationHash()))
        .build();
  }

  private static List<Condition> conditions(GroupView view, List<Condition> before, int available) {
    return ValidCondition.set(
        Conditions.set(before, available(view, available), view.now()),
        view.findings(),
        view.group(),
        view.now());
  }

  /** Whether the group can do without the replicas that it has lost. */
  static boolean isWithoutBreach(GroupView view) {
    return GroupBreach.of(view.group(), view.members(), available(view))
        .getStatus()
        .equals("False");
  }

  /** In how many replicas every PodClique is there and has its minimum. */
  static int available(GroupView view) {
    return count(view, (clique, _) -> Availability.hasMinimum(clique));
  }

  /** The number of replicas in which every PodClique is there and the predicate holds. */
  private static int count(GroupView view, BiPredicate<PodClique, String> predicate) {
    return (int)
        IntStream.range(0, view.counted()).filter(replica -> all(view, replica, predicate)).count();
  }

  private static boolean all(
      GroupView view, int replica, BiPredicate<PodClique, String> predicate) {
    return view.cliques().stream().allMatch(clique -> holds(view, replica, clique, predicate));
  }

  private static boolean holds(
      GroupView view,
      int replica,
      RenderedTemplate clique,
      BiPredicate<PodClique, String> predicate) {
    return view.member(replica, clique)
        .filter(member -> predicate.test(member, clique.hash()))
        .isPresent();
  }

  private static boolean isScheduled(PodClique clique) {
    return Units.scheduled(clique.statusOrEmpty()) >= MinAvailable.of(clique);
  }

  private static Condition available(GroupView view, int available) {
    int minimum = MinAvailable.of(view.group());
    boolean enough = available >= minimum;
    return Conditions.of(
        ConditionTypes.AVAILABLE,
        enough,
        enough ? ConditionReasons.ALL_AVAILABLE : ConditionReasons.INSUFFICIENT_AVAILABLE,
        Messages.enough(
            available,
            view.replicas(),
            "replicas are available",
            minimum,
            view.group().getSpec().minAvailable()),
        view.group().getMetadata().getGeneration());
  }

  // The hash that the set has recorded, once nothing of another template is left here.
  private static @Nullable String generationHash(GroupView view, @Nullable String before) {
    String recorded = view.set().statusOrEmpty().currentGenerationHash();
    boolean reached =
        view.resolved().isGenerationRecorded()
            && IntStream.range(0, view.counted())
                .allMatch(replica -> all(view, replica, Availability::hasReached));
    return reached ? recorded : before;
  }
}
