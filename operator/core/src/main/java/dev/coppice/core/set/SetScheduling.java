package dev.coppice.core.set;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangPhases;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.PodGangSummary;
import dev.coppice.api.set.PodGangSummaryPhase;
import dev.coppice.core.child.Children;
import dev.coppice.core.gang.GangShape;
import dev.coppice.core.scheduler.GangSupport;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What is reported of the gangs of a set: who places them, and which of them wait for places. */
final class SetScheduling {

  private final SetView view;
  private final List<String> wanted;
  private final Map<String, PodGang> gangs;

  private SetScheduling(SetView view) {
    this.view = view;
    GangShapes shapes = new GangShapes(view);
    this.wanted =
        IntStream.range(0, view.counted())
            .boxed()
            .flatMap(shapes::of)
            .map(GangShape::name)
            .toList();
    this.gangs =
        Children.owned(view.snapshot(), PodGang.class)
            .collect(Collectors.toMap(gang -> gang.getMetadata().getName(), Function.identity()));
  }

  /** A status with what is reported of the gangs. */
  static PodCliqueSetStatus in(
      SetView view, SchedulerBackends schedulers, PodCliqueSetStatus status) {
    if (!view.resolved().isBounded()) {
      return status; // nobody counts gangs without bound
    }
    SetScheduling scheduling = new SetScheduling(view);
    List<Condition> conditions =
        Conditions.set(status.conditions(), scheduling.support(schedulers), view.now());
    return PodCliqueSetStatusBuilder.builder(status)
        .podGangStatuses(scheduling.summaries())
        .conditions(
            // The pods of a job that has come to its end have left their nodes.
            TrainingEnd.isReached(status)
                ? conditions
                : Conditions.set(conditions, scheduling.scheduled(), view.now()))
        .build();
  }

  private Condition support(SchedulerBackends schedulers) {
    GangSupport support =
        GangSupport.of(
            schedulers,
            view.template().cliques().stream()
                .map(clique -> clique.spec().podSpec().getSchedulerName()));
    return condition(
        ConditionTypes.GANG_SCHEDULING, support.isGiven(), support.reason(), support.message());
  }

  private Condition scheduled() {
    long scheduled = wanted.stream().filter(this::isScheduled).count();
    boolean all = scheduled == wanted.size();
    String count = "%d of %d PodGangs are scheduled".formatted(scheduled, wanted.size());
    return condition(
        ConditionTypes.SCHEDULED,
        all,
        all ? ConditionReasons.ALL_SCHEDULED : ConditionReasons.INSUFFICIENT_SCHEDULED,
        all ? count : count + "; " + firstWaiting());
  }

  private boolean isScheduled(String name) {
    return condition(name).filter(found -> found.getStatus().equals("True")).isPresent();
  }

  private Optional<Condition> condition(String name) {
    return Optional.ofNullable(gangs.get(name))
        .flatMap(
            gang -> Conditions.find(gang.statusOrEmpty().conditions(), ConditionTypes.SCHEDULED));
  }

  private String firstWaiting() {
    String first = wanted.stream().filter(name -> !isScheduled(name)).findFirst().orElseThrow();
    return gangs.containsKey(first)
        ? condition(first)
            .map(found -> first + ": " + found.getMessage())
            .orElse("no pod of " + first + " has a node")
        : first + " does not exist yet";
  }

  private List<PodGangSummary> summaries() {
    return wanted.stream()
        .map(gangs::get)
        .filter(gang -> gang != null)
        .map(gang ->
            new PodGangSummary(
                gang.getMetadata().getName(),
                phase(gang.statusOrEmpty().phase()),
                condition(gang.getMetadata().getName())
                    .filter(found -> !found.getStatus().equals("True"))
                    .stream()
                    .toList()))
        .toList();
  }

  private static PodGangSummaryPhase phase(String phase) {
    return switch (phase) {
      case PodGangPhases.STARTING -> PodGangSummaryPhase.STARTING;
      case PodGangPhases.RUNNING -> PodGangSummaryPhase.RUNNING;
      case PodGangPhases.SUCCEEDED -> PodGangSummaryPhase.SUCCEEDED;
      case PodGangPhases.FAILED -> PodGangSummaryPhase.FAILED;
      // A scheduler may have a word of its own for what has not begun.
      default -> PodGangSummaryPhase.PENDING;
    };
  }

  private Condition condition(String type, boolean holds, String reason, String message) {
    return Conditions.of(type, holds, reason, message, view.set().getMetadata().getGeneration());
  }
}
