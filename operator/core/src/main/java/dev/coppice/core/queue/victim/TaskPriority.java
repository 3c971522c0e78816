package dev.coppice.core.queue.victim;

import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the label {@code kai.scheduler/task-priority} of a pod says. The highest number is first; a
 * value that is no number comes after all numbers, and no label last.
 *
 * @param labelled whether there is the label
 * @param number what it says; empty if that is no number
 */
public record TaskPriority(boolean labelled, Optional<Long> number)
    implements Comparable<TaskPriority> {

  private static final Comparator<TaskPriority> FIRST_TO_LAST =
      Comparator.comparing(TaskPriority::labelled, Comparator.reverseOrder())
          .thenComparing(priority -> priority.number().isPresent(), Comparator.reverseOrder())
          .thenComparing(priority -> priority.number().orElse(0L), Comparator.reverseOrder());

  /** What a label says; null stands for no label. */
  public static TaskPriority of(@Nullable String label) {
    return new TaskPriority(label != null, Optional.ofNullable(label).flatMap(TaskPriority::read));
  }

  private static Optional<Long> read(String label) {
    try {
      return Optional.of(Long.valueOf(label));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  @Override
  public int compareTo(TaskPriority other) {
    return FIRST_TO_LAST.compare(this, other);
  }
}
