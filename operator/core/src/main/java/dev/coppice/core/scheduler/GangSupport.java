package dev.coppice.core.scheduler;

import dev.coppice.api.ConditionReasons;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a scheduler places the minimum of a gang as a whole or not at all.
 *
 * @param isGiven whether it does
 * @param reason why not in one word, or who does
 * @param message the same for people
 */
public record GangSupport(boolean isGiven, String reason, String message) {

  private static final GangSupport NO_PODS =
      new GangSupport(false, ConditionReasons.SCHEDULER_WITHOUT_GANGS, "there are no cliques");

  /** What is said of pods that name these schedulers; the first that places no gangs counts. */
  public static GangSupport of(
      SchedulerBackends schedulers, Stream<@Nullable String> schedulerNames) {
    List<GangSupport> supports =
        schedulerNames
            .distinct()
            .map(name ->
                schedulers
                    .find(name)
                    .map(SchedulerBackend::gangs)
                    .orElseGet(() -> notEnabled(String.valueOf(name))))
            .distinct()
            .toList();
    Optional<GangSupport> lacking =
        supports.stream().filter(support -> !support.isGiven()).findFirst();
    return lacking.or(() -> supports.stream().findFirst()).orElse(NO_PODS);
  }

  private static GangSupport notEnabled(String name) {
    return new GangSupport(
        false,
        ConditionReasons.SCHEDULER_NOT_ENABLED,
        "the scheduler \"%s\" is not enabled in the operator's configuration".formatted(name));
  }
}
