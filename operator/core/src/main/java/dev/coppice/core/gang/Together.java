package dev.coppice.core.gang;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pods of a gang that still have to get their places together.
 *
 * @param placed how many of them have one
 * @param pods how many they are
 */
record Together(int placed, int pods) {

  /** How long a part of them may have places: a scheduler that takes part binds all at once. */
  static final Duration BINDING = Duration.ofSeconds(10);

  static Together of(PodGang gang, Stream<PodClique> cliques) {
    Map<String, Integer> bound =
        cliques.collect(
            Collectors.toMap(
                clique -> clique.getMetadata().getUid(),
                clique -> clique.statusOrEmpty().scheduledReplicas()));
    List<PlacementMembers> open =
        gang.statusOrEmpty().podGroups().stream()
            .filter(placement -> !placement.placed())
            .flatMap(placement -> placement.podCliques().stream())
            .toList();
    return new Together(
        open.stream()
            .mapToInt(one -> Math.min(one.members(), bound.getOrDefault(one.uid(), 0)))
            .sum(),
        open.stream().mapToInt(PlacementMembers::members).sum());
  }

  /** What is waited for; empty when all have places. */
  Optional<String> awaited() {
    return placed < pods
        ? Optional.of("%d of %d pods that get their places together".formatted(pods - placed, pods))
        : Optional.empty();
  }

  /**
   * The conditions with what has to be said of a scheduler that places only a part of them.
   *
   * @param isAnswered whether the scheduler has said anything of the gang: then it binds what it
   *     has chosen, however long that takes
   */
  List<Condition> setIn(List<Condition> before, boolean isAnswered, Instant now) {
    if (!isSuspicious(isAnswered)) {
      return Conditions.remove(before, ConditionTypes.GANG_NOT_ENFORCED);
    }
    boolean isOver = isSaid(before) || !now.isBefore(since(before, now).plus(BINDING));
    Condition condition =
        new ConditionBuilder()
            .withType(ConditionTypes.GANG_NOT_ENFORCED)
            .withStatus(isOver ? "True" : "Unknown")
            .withReason(isOver ? ConditionReasons.GANG_NOT_ENFORCED : ConditionReasons.GANG_BINDS)
            .withMessage(
                "%d of %d pods that get their places together have one".formatted(placed, pods))
            .build();
    return Conditions.set(before, condition, now);
  }

  /** When it has to be said, if nothing changes until then. */
  Optional<Instant> due(List<Condition> before, boolean isAnswered, Instant now) {
    return isSuspicious(isAnswered) && !isSaid(before)
        ? Optional.of(since(before, now).plus(BINDING))
        : Optional.empty();
  }

  private boolean isSuspicious(boolean isAnswered) {
    return placed > 0 && placed < pods && !isAnswered;
  }

  private static boolean isSaid(List<Condition> before) {
    return Conditions.isTrue(before, ConditionTypes.GANG_NOT_ENFORCED);
  }

  // Since when only a part of them is known to have places.
  private static Instant since(List<Condition> before, Instant now) {
    return Conditions.find(before, ConditionTypes.GANG_NOT_ENFORCED)
        .map(condition -> Instant.parse(condition.getLastTransitionTime()))
        .orElse(now);
  }
}
