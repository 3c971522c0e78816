package dev.coppice.core.queue;

import dev.coppice.api.gang.GangResources;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueStatus;
import dev.coppice.core.object.ResourceAmounts;
import java.util.Collection;

/**
 * What a queue and all below it take.
 *
 * @param requested what running and pending pods ask for
 * @param allocated what running pods use
 * @param allocatedNonPreemptible the part of it that nobody may evict
 */
record QueueUsage(
    ResourceAmounts requested, ResourceAmounts allocated, ResourceAmounts allocatedNonPreemptible) {

  private static final QueueUsage NONE =
      new QueueUsage(ResourceAmounts.NONE, ResourceAmounts.NONE, ResourceAmounts.NONE);

  /**
   * What the gangs in a queue and the queues right below it report together.
   *
   * @param gangs those in the queue itself
   * @param children the queues right below it
   */
  static QueueUsage of(Collection<PodGang> gangs, Collection<Queue> children) {
    QueueUsage sum = NONE;
    for (PodGang gang : gangs) {
      GangResources told = gang.statusOrEmpty().resourcesStatus();
      if (told != null) {
        sum =
            sum.plus(
                new QueueUsage(
                    ResourceAmounts.of(told.requested()),
                    ResourceAmounts.of(told.allocated()),
                    ResourceAmounts.of(told.allocatedNonPreemptible())));
      }
    }
    for (Queue child : children) {
      QueueStatus told = child.statusOrEmpty();
      sum =
          sum.plus(
              new QueueUsage(
                  ResourceAmounts.of(told.requested()),
                  ResourceAmounts.of(told.allocated()),
                  ResourceAmounts.of(told.allocatedNonPreemptible())));
    }
    return sum;
  }

  private QueueUsage plus(QueueUsage other) {
    return new QueueUsage(
        requested.plus(other.requested),
        allocated.plus(other.allocated),
        allocatedNonPreemptible.plus(other.allocatedNonPreemptible));
  }
}
