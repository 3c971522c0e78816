package dev.coppice.core.scheduler.kai;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.object.LabelValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whose share of the cluster the gangs of a set take. */
public sealed interface GangQueue {

  /** One queue for all. */
  record Named(String queue) implements GangQueue {}

  /**
   * None that could be told.
   *
   * @param why for people
   */
  record Unclear(String why) implements GangQueue {}

  /** The queue that a set and its cliques name. */
  static GangQueue of(PodCliqueSet set) {
    List<String> named =
        Stream.concat(Stream.of(QueueMark.of(set)), cliques(set).stream().map(QueueMark::of))
            .flatMap(Optional::stream)
            .map(QueueMark::queue)
            .distinct()
            .toList();
    return switch (named.size()) {
      case 0 -> new Unclear("neither the set nor a clique names a queue (" + KaiKeys.QUEUE + ")");
      case 1 -> of(named.getFirst());
      default ->
          new Unclear(
              "the set and its cliques name more than one queue: " + String.join(", ", named));
    };
  }

  // An annotation may say anything, and nothing is made with a label that cannot be.
  private static GangQueue of(String queue) {
    return LabelValue.canBe(queue)
        ? new Named(queue)
        : new Unclear("no queue can have the name \"%s\" (%s)".formatted(queue, KaiKeys.QUEUE));
  }

  // A set may be stored without what it must have.
  private static List<PodCliqueTemplate> cliques(PodCliqueSet set) {
    return Optional.ofNullable(set.getSpec())
        .map(PodCliqueSetSpec::template)
        .map(PodCliqueSetTemplate::cliques)
        .orElse(List.of());
  }

  /** The queue, if there is one. */
  default Optional<String> name() {
    return this instanceof Named(String queue) ? Optional.of(queue) : Optional.empty();
  }
}
