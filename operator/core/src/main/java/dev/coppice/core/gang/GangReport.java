package dev.coppice.core.gang;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangPhases;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.PodGangSummary;
import dev.coppice.api.set.PodGangSummaryPhase;
import dev.coppice.core.scheduler.GangSupport;
import dev.coppice.core.scheduler.TopologySupport;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import dev.coppice.core.topology.TopologyEnforcement;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a set reports of its gangs: who places them, and which of them wait for places. */
public final class GangReport {

  private final List<String> wanted;
  private final Map<String, PodGang> gangs;
  private final long generation;

  /**
   * A report.
   *
   * @param wanted the names of the gangs that the set asks for, in their order
   * @param gangs those of them that exist
   * @param generation the generation of the set that asks for them
   */
  public GangReport(List<String> wanted, Stream<PodGang> gangs, long generation) {
    this.wanted = List.copyOf(wanted);
    this.gangs =
        gangs.collect(Collectors.toMap(gang -> gang.getMetadata().getName(), Function.identity()));
    this.generation = generation;
  }

  /** A status that says whether a scheduler places gangs as a whole, and lists the gangs. */
  public PodCliqueSetStatus supported(PodCliqueSetStatus status, GangSupport support, Instant now) {
    return PodCliqueSetStatusBuilder.builder(status)
        .podGangStatuses(summaries())
        .conditions(Conditions.set(status.conditions(), scheduling(support), now))
        .build();
  }

  private Condition scheduling(GangSupport support) {
    Optional<String> partly =
        wanted.stream().filter(name -> isTrue(name, ConditionTypes.GANG_NOT_ENFORCED)).findFirst();
    return support.isGiven() && partly.isPresent()
        ? condition(
            ConditionTypes.GANG_SCHEDULING,
            false,
            ConditionReasons.GANG_NOT_ENFORCED,
            "a part of PodGang %s has places, and the scheduler has not said a word about it: look at its feature gates"
                .formatted(partly.get()))
        : condition(
            ConditionTypes.GANG_SCHEDULING, support.isGiven(), support.reason(), support.message());
  }

  /**
   * A status that names what the scheduler does not keep of the constraints of the gangs.
   *
   * @param rewritten what it was not told of, since pods have lost it; empty if nothing
   */
  public PodCliqueSetStatus enforced(
      PodCliqueSetStatus status,
      Optional<TopologySupport> topologies,
      Optional<String> rewritten,
      Instant now) {
    Map<String, TopologyEnforcement> incomplete = new LinkedHashMap<>();
    topologies.ifPresent(support ->
        wanted.stream()
            .filter(gangs::containsKey)
            .forEach(name -> incomplete.put(name, enforcement(name, support))));
    incomplete.values().removeIf(TopologyEnforcement::isComplete);
    return PodCliqueSetStatusBuilder.builder(status)
        .conditions(
            incomplete.entrySet().stream()
                .findFirst()
                .map(first -> notEnforced(incomplete.size(), first.getKey(), first.getValue()))
                .or(() ->
                    rewritten.map(what ->
                        condition(
                            ConditionTypes.TOPOLOGY_NOT_ENFORCED,
                            true,
                            ConditionReasons.AFFINITY_REWRITTEN,
                            what)))
                .map(condition -> Conditions.set(status.conditions(), condition, now))
                .orElseGet(() ->
                    Conditions.remove(status.conditions(), ConditionTypes.TOPOLOGY_NOT_ENFORCED)))
        .build();
  }

  private TopologyEnforcement enforcement(String name, TopologySupport support) {
    return TopologyEnforcement.of(Objects.requireNonNull(gangs.get(name)), support);
  }

  private Condition notEnforced(int count, String name, TopologyEnforcement first) {
    return condition(
        ConditionTypes.TOPOLOGY_NOT_ENFORCED,
        true,
        first.reason(),
        Words.shortened(
            "not all constraints of %d of %d PodGangs are kept; %s: %s"
                .formatted(count, wanted.size(), name, first.message()),
            Conditions.LONGEST_MESSAGE));
  }

  private boolean isTrue(String name, String type) {
    return Optional.ofNullable(gangs.get(name))
        .filter(gang -> Conditions.isTrue(gang.statusOrEmpty().conditions(), type))
        .isPresent();
  }

  /** The status of a job that has come to its end: no pod of it needs a place any more. */
  public static PodCliqueSetStatus over(PodCliqueSetStatus status) {
    return PodCliqueSetStatusBuilder.builder(status)
        .conditions(Conditions.remove(status.conditions(), ConditionTypes.SCHEDULED))
        .build();
  }

  /** A status that says which gang waits for what. */
  public PodCliqueSetStatus placed(PodCliqueSetStatus status, Instant now) {
    return PodCliqueSetStatusBuilder.builder(status)
        .conditions(Conditions.set(status.conditions(), scheduled(), now))
        .build();
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
    return isTrue(name, ConditionTypes.SCHEDULED);
  }

  private Optional<Condition> condition(String name) {
    return Optional.ofNullable(gangs.get(name))
        .flatMap(
            gang -> Conditions.find(gang.statusOrEmpty().conditions(), ConditionTypes.SCHEDULED));
  }

  private String firstWaiting() {
    String first =
        wanted.stream()
            .filter(name -> !isScheduled(name))
            .min(Comparator.comparing(this::isHeldBack))
            .orElseThrow();
    return gangs.containsKey(first)
        ? condition(first)
            .map(found -> first + ": " + found.getMessage())
            .orElse("no pod of " + first + " has a node")
        : first + " does not exist yet";
  }

  // Until others have their places.
  private boolean isHeldBack(String name) {
    return Optional.ofNullable(gangs.get(name))
        .map(PodGang::statusOrEmpty)
        .filter(status -> !status.podGroups().isEmpty() && status.released() == null)
        .isPresent();
  }

  private List<PodGangSummary> summaries() {
    return wanted.stream()
        .map(gangs::get)
        .filter(Objects::nonNull)
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

  private static PodGangSummaryPhase phase(@Nullable String phase) {
    return switch (phase) {
      case PodGangPhases.STARTING -> PodGangSummaryPhase.STARTING;
      case PodGangPhases.RUNNING -> PodGangSummaryPhase.RUNNING;
      case PodGangPhases.SUCCEEDED -> PodGangSummaryPhase.SUCCEEDED;
      case PodGangPhases.FAILED -> PodGangSummaryPhase.FAILED;
      // A scheduler may have a word of its own for what has not begun.
      case null, default -> PodGangSummaryPhase.PENDING;
    };
  }

  private Condition condition(String type, boolean holds, String reason, String message) {
    return Conditions.of(type, holds, reason, message, generation);
  }
}
