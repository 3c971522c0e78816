package dev.coppice.core.update;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How far an update has come, in what is the same for a set, a group and a clique.
 *
 * @param startedAt when it began; null if somebody has taken that away
 * @param endedAt when it came to its end; null while it runs
 * @param generationHash hash of the set's templates that it leads to
 * @param replacing the indices whose Ready pods it has taken and that are not known to be back
 * @param selected the indices that are recorded just now as the next ones to go
 * @param others how many others served when the last of them were selected; null if nobody said
 */
public record Progress(
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    String generationHash,
    List<Integer> replacing,
    List<Integer> selected,
    @Nullable Integer others) {

  public Progress {
    replacing = List.copyOf(replacing);
    selected = List.copyOf(selected);
  }

  /** What stands recorded. */
  public Progress(
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      String generationHash,
      List<Integer> replacing,
      @Nullable Integer others) {
    this(startedAt, endedAt, generationHash, replacing, List.of(), others);
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
    return new Progress(
        startedAt, endedAt, generationHash, indices, selected, indices.isEmpty() ? null : others);
  }

  Progress selecting(List<Integer> indices, ToIntFunction<List<Integer>> others) {
    if (indices.isEmpty()) {
      return this;
    }
    List<Integer> all = Stream.concat(replacing.stream(), indices.stream()).distinct().toList();
    return new Progress(startedAt, endedAt, generationHash, all, indices, others.applyAsInt(all));
  }

  Progress leadingTo(String hash) {
    return new Progress(startedAt, endedAt, hash, replacing, selected, others);
  }

  Progress ended(Instant now) {
    return new Progress(startedAt, now, generationHash, replacing, selected, others);
  }
}
