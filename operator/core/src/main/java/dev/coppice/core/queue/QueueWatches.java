package dev.coppice.core.queue;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.scheduler.kai.KaiKeys;
import dev.coppice.core.watch.Changes;
import dev.coppice.core.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A Queue reads the gangs that are in it, the queues right below it, and those above it up to the
 * top, or around a circle.
 */
public final class QueueWatches implements Watches<Queue> {

  private final Optional<String> defaultQueue;

  /**
   * Says what is read.
   *
   * @param defaultQueue the queue of gangs that name none
   */
  public QueueWatches(Optional<String> defaultQueue) {
    this.defaultQueue = defaultQueue;
  }

  @Override
  public Set<Class<? extends HasMetadata>> kinds() {
    return Set.of(PodGang.class, Queue.class);
  }

  /** The queue that a gang is in. */
  public static Optional<String> queueOf(HasMetadata gang, Optional<String> defaultQueue) {
    return Relatives.label(gang, KaiKeys.QUEUE)
        .filter(queue -> !queue.isBlank())
        .or(() -> defaultQueue);
  }

  @Override
  public boolean relates(Queue primary, HasMetadata other) {
    return switch (other) {
      case PodGang gang ->
          queueOf(gang, defaultQueue).filter(primary.getMetadata().getName()::equals).isPresent();
      // Which of them stands above is known to who sees all of them.
      case Queue queue -> !queue.getMetadata().getName().equals(primary.getMetadata().getName());
      default -> false;
    };
  }

  @Override
  public boolean changed(HasMetadata now, HasMetadata before) {
    return switch (now) {
      case PodGang gang ->
          Changes.ofIdentity(now, before)
              || !QueueUsage.of(gang).equals(QueueUsage.of((PodGang) before));
      case Queue queue ->
          !Objects.equals(queue.getSpec(), ((Queue) before).getSpec())
              || !QueueUsage.of(queue).equals(QueueUsage.of((Queue) before));
      default -> true;
    };
  }

  // A sum is read by the queue above alone; a parent by all that are below it.
  @Override
  public boolean reaches(Queue primary, HasMetadata now, HasMetadata before) {
    return !(now instanceof Queue queue)
        || !Objects.equals(queue.getSpec(), ((Queue) before).getSpec())
        || QueueNode.of(queue).parent().filter(primary.getMetadata().getName()::equals).isPresent();
  }
}
