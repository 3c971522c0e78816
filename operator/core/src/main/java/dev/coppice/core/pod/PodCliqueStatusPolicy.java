package dev.coppice.core.pod;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.gang.Breaches;
import dev.coppice.core.plan.Refusals;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.LastErrors;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is reported about a PodClique. Pods that terminate or have ended count nowhere. */
final class PodCliqueStatusPolicy {

  private PodCliqueStatusPolicy() {}

  /**
   * The status that describes what is seen.
   *
   * @param update the update of the clique to the template that it carries
   * @param failures what went wrong in this pass
   */
  static PodCliqueStatus of(PodCliqueView view, CliqueUpdate update, Refusals failures) {
    PodCliqueStatus before = view.clique().statusOrEmpty();
    List<PodState> live = view.live();
    ReadyCount ready = ReadyCount.of(view);
    int scheduled = count(live, PodState::scheduled);
    int updated = count(live, pod -> Objects.equals(pod.templateHash(), view.templateHash()));
    List<Condition> conditions =
        Breaches.set(
            conditions(view, before.conditions(), ready.ready(), scheduled),
            ready.breach(),
            view.now());
    long generation = view.clique().getMetadata().getGeneration();
    PodCliqueUpdateProgress progress = update.next();
    return PodCliqueStatusBuilder.builder(before)
        .observedGeneration(generation)
        .lastErrors(LastErrors.of(before.lastErrors(), failures, view.now()))
        .replicas(live.size())
        .readyReplicas(ready.ready())
        .updatedReplicas(updated)
        .scheduleGatedReplicas(count(live, PodState::gated))
        .scheduledReplicas(scheduled)
        .hpaPodSelector(selector(view))
        .conditions(
            progress == null
                ? conditions
                : update.progressing(progress, updated).setIn(conditions, generation, view.now()))
        .currentPodTemplateHash(view.templateHash())
        .currentPodCliqueSetGenerationHash(generationHash(view, before, updated == live.size()))
        .updateProgress(progress)
        .wasAvailable(ready.history().wasAvailable())
        .metMinimum(ready.history().metMinimum())
        .podFailures(EndedPods.remembered(before.podFailures(), view.pods(), view.now()))
        .build();
  }

  private static int count(List<PodState> pods, Predicate<PodState> which) {
    return Math.toIntExact(pods.stream().filter(which).count());
  }

  private static List<Condition> conditions(
      PodCliqueView view, List<Condition> before, int ready, int scheduled) {
    int minimum = view.minimum();
    Condition available =
        condition(
            view,
            ConditionTypes.AVAILABLE,
            ready >= minimum,
            ready >= minimum
                ? ConditionReasons.ALL_AVAILABLE
                : ConditionReasons.INSUFFICIENT_AVAILABLE,
            ready + " of " + view.replicas() + " pods are ready, " + minimum + " must be");
    Condition placed =
        condition(
            view,
            ConditionTypes.POD_CLIQUE_SCHEDULED,
            scheduled >= minimum,
            scheduled >= minimum
                ? ConditionReasons.SUFFICIENT_SCHEDULED_PODS
                : ConditionReasons.INSUFFICIENT_SCHEDULED_PODS,
            scheduled + " of " + view.replicas() + " pods are scheduled, " + minimum + " must be");
    return Conditions.set(Conditions.set(before, available, view.now()), placed, view.now());
  }

  private static Condition condition(
      PodCliqueView view, String type, boolean met, String reason, String message) {
    return Conditions.of(type, met, reason, message, view.clique().getMetadata().getGeneration());
  }

  // Members of a scaling group are scaled through their group only.
  private static @Nullable String selector(PodCliqueView view) {
    if (view.label(Labels.SCALING_GROUP) != null) {
      return null;
    }
    return Stream.of(
            Labels.MANAGED_BY + "=" + Labels.MANAGER,
            Labels.PART_OF + "=" + view.label(Labels.PART_OF),
            Labels.POD_CLIQUE + "=" + view.name())
        .sorted()
        .collect(Collectors.joining(","));
  }

  private static @Nullable String generationHash(
      PodCliqueView view, PodCliqueStatus before, boolean reached) {
    String known = before.currentPodCliqueSetGenerationHash();
    return reached
        ? view.set()
            .map(set -> set.statusOrEmpty())
            .map(PodCliqueSetStatus::currentGenerationHash)
            .orElse(known)
        : known;
  }
}
