package dev.coppice.simulator.training;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.time.GoDuration;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * No job fails for its time before it has run for so long, whatever the clocks of its nodes say.
 */
final class RunsAsLongAsItMay {

  /** Stored times have whole seconds. */
  private static final Duration RESOLUTION = Duration.ofSeconds(1);

  private @Nullable Instant began;

  /** What breaks the rule, if anything does. */
  Optional<String> take(@Nullable HasMetadata now, Instant instant) {
    if (now instanceof Pod pod && PodState.phase(pod) == PodState.Phase.RUNNING && began == null) {
      began = instant;
    }
    if (!(now instanceof PodCliqueSet set) || !hasFailedForItsTime(set)) {
      return Optional.empty();
    }
    Duration ran = began == null ? Duration.ZERO : Duration.between(began, instant);
    Duration may =
        GoDuration.parse(Objects.requireNonNull(set.getSpec().trainingOrDefaults().maxRuntime()));
    return ran.plus(RESOLUTION).compareTo(may) < 0
        ? Optional.of("failed for its time after %s of %s".formatted(ran, may))
        : Optional.empty();
  }

  private static boolean hasFailedForItsTime(PodCliqueSet set) {
    return Conditions.find(set.statusOrEmpty().conditions(), ConditionTypes.FAILURE_TARGET)
        .filter(condition -> condition.getReason().equals(ConditionReasons.MAX_RUNTIME_EXCEEDED))
        .isPresent();
  }
}
