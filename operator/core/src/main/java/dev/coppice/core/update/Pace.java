package dev.coppice.core.update;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How an update that runs comes further.
 *
 * @param startedAt when it began; null if somebody has taken that away
 * @param lastProgressAt when more was last Ready at the current template than ever before; null
 *     while there was nothing
 */
public record Pace(@Nullable Instant startedAt, @Nullable Instant lastProgressAt) {

  /** Since when it has come no further. */
  Optional<Instant> standsSince() {
    return Stream.of(Optional.ofNullable(startedAt), Optional.ofNullable(lastProgressAt))
        .flatMap(Optional::stream)
        .max(Comparator.naturalOrder());
  }
}
