package dev.coppice.core.queue;

import dev.coppice.api.gang.GangResources;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueStatus;
import dev.coppice.core.object.ResourceAmounts;
import java.util.Collection;
import java.util.List;
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
    return sum(
        Stream.concat(
            gangs.stream().flatMap(QueueUsage::told), children.stream().map(QueueUsage::told)));
  }

  /** What a gang reports; nothing where it has yet to. */
  static QueueUsage of(PodGang gang) {
    return sum(told(gang));
  }

  /** What a queue reports. */
  static QueueUsage of(Queue queue) {
    return sum(Stream.of(told(queue)));
  }

  private static QueueUsage sum(Stream<GangResources> reports) {
    List<GangResources> told = reports.toList();
    return new QueueUsage(
        ResourceAmounts.sum(told.stream().map(GangResources::requested).toList()),
        ResourceAmounts.sum(told.stream().map(GangResources::allocated).toList()),
        ResourceAmounts.sum(told.stream().map(GangResources::allocatedNonPreemptible).toList()));
  }

  private static Stream<GangResources> told(PodGang gang) {
    return Stream.ofNullable(gang.statusOrEmpty().resourcesStatus());
  }

  private static GangResources told(Queue queue) {
    QueueStatus status = queue.statusOrEmpty();
    return new GangResources(
        status.requested(), status.allocated(), status.allocatedNonPreemptible());
  }
}
