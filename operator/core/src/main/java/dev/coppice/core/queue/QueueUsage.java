package dev.coppice.core.queue;

import dev.coppice.api.gang.GangResources;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueStatus;
import dev.coppice.core.object.ResourceAmounts;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a queue and all below it take.
 *
 * @param requested what running and pending pods ask for
 * @param allocated what running pods use
 * @param allocatedNonPreemptible the part of it that nobody may evict
 */
record QueueUsage(
    ResourceAmounts requested, ResourceAmounts allocated, ResourceAmounts allocatedNonPreemptible) {

  /**
   * What the gangs in a queue and the queues right below it report together.
   *
   * @param gangs those in the queue itself
   * @param children the queues right below it
   */
  static QueueUsage of(Collection<PodGang> gangs, Collection<Queue> children) {
    List<GangResources> told =
        Stream.concat(
                gangs.stream().map(gang -> gang.statusOrEmpty().resourcesStatus()),
                children.stream().map(QueueUsage::told))
            .filter(Objects::nonNull)
            .toList();
    return new QueueUsage(
        ResourceAmounts.sum(told.stream().map(GangResources::requested).toList()),
        ResourceAmounts.sum(told.stream().map(GangResources::allocated).toList()),
        ResourceAmounts.sum(told.stream().map(GangResources::allocatedNonPreemptible).toList()));
  }

  private static GangResources told(Queue child) {
    QueueStatus status = child.statusOrEmpty();
    return new GangResources(
        status.requested(), status.allocated(), status.allocatedNonPreemptible());
  }
}
