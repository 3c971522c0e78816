package dev.coppice.core.update;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far an update has come, in what is the same for a set, a group and a clique.
 *
 * @param startedAt when it began; null if somebody has taken that away
 * @param endedAt when it came to its end; null while it runs
 * @param generationHash hash of the set's templates that it leads to
 * @param replacing the indices whose Ready pods it has taken and that are not known to be back
 * @param selected the indices that are recorded just now as the next ones to go
 */
public record Progress(
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    String generationHash,
    List<Integer> replacing,
    List<Integer> selected) {

  public Progress {
    replacing = List.copyOf(replacing);
    selected = List.copyOf(selected);
  }

  /** What stands recorded. */
  public Progress(
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      String generationHash,
      List<Integer> replacing) {
    this(startedAt, endedAt, generationHash, replacing, List.of());
  }

  /** Whether the update runs. */
  public boolean isRunning() {
    return endedAt == null;
  }

  /** Whether it is still the update that began and ended then. */
  public boolean isSameAs(@Nullable Instant started, @Nullable Instant ended) {
    return Objects.equals(startedAt, started) && Objects.equals(endedAt, ended);
  }

  Progress replacing(List<Integer> indices) {
    return new Progress(startedAt, endedAt, generationHash, indices, selected);
  }

  Progress selecting(List<Integer> indices) {
    return new Progress(startedAt, endedAt, generationHash, indices, indices);
  }

  Progress leadingTo(String hash) {
    return new Progress(startedAt, endedAt, hash, replacing, selected);
  }

  Progress ended(Instant now) {
    return new Progress(startedAt, now, generationHash, replacing, selected);
  }
}
