package dev.coppice.core.scheduler.kai;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The queue that a set or one of its cliques names. The label counts before the annotation.
 *
 * @param queue its name
 * @param byLabel whether the label names it
 */
public record QueueMark(String queue, boolean byLabel) {

  /** The one of a set. */
  public static Optional<QueueMark> of(PodCliqueSet set) {
    return of(set.getMetadata().getLabels(), set.getMetadata().getAnnotations());
  }

  /** The one of a clique. */
  public static Optional<QueueMark> of(PodCliqueTemplate clique) {
    return of(clique.labels(), clique.annotations());
  }

  private static Optional<QueueMark> of(
      @Nullable Map<String, String> labels, @Nullable Map<String, String> annotations) {
    return Stream.of(
            in(labels).map(queue -> new QueueMark(queue, true)),
            in(annotations).map(queue -> new QueueMark(queue, false)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> in(@Nullable Map<String, String> keys) {
    return Optional.ofNullable(keys)
        .map(found -> found.get(KaiKeys.QUEUE))
        .filter(queue -> !queue.isBlank());
  }
}
