package dev.coppice.controllers;

import dev.coppice.core.queue.QueueSettings;
import dev.coppice.kube.client.BoundedWrites;
import java.time.Duration;

/**
 * What an administrator decides about the controllers.
 *
 * @param podCliqueSetSyncs reconciles over PodCliqueSets that run at once
 * @param podCliqueScalingGroupSyncs reconciles over PodCliqueScalingGroups that run at once
 * @param podCliqueSyncs reconciles over PodCliques that run at once
 * @param writesInFlight writes to the API server that are under way at once, of all controllers
 * @param stopTimeout how long running reconciles may take to finish when the process stops
 * @param topologyAware whether topologies of nodes are watched
 * @param queues what is configured about queues
 * @param queuesServed whether the cluster has Queues, so that they can be watched
 * @param queuesManaged whether their statuses are written here
 */
public record ControllerSettings(
    int podCliqueSetSyncs,
    int podCliqueScalingGroupSyncs,
    int podCliqueSyncs,
    int writesInFlight,
    Duration stopTimeout,
    boolean topologyAware,
    QueueSettings queues,
    boolean queuesServed,
    boolean queuesManaged) {

  // A reconcile waits for its writes on a thread that costs nothing. With fewer, sets that break
  // together are torn down one group after the other.
  private static final int DEFAULT_SET_SYNCS = BoundedWrites.DEFAULT_IN_FLIGHT;
  private static final int DEFAULT_SYNCS = 32;

  /** Longer than the time-out of a call, so that no reconcile is cut short in an ordinary stop. */
  private static final Duration DEFAULT_STOP_TIMEOUT = Duration.ofSeconds(20);

  /** What applies when nothing is said. */
  public static final ControllerSettings DEFAULTS =
      new ControllerSettings(
          DEFAULT_SET_SYNCS,
          DEFAULT_SYNCS,
          DEFAULT_SYNCS,
          BoundedWrites.DEFAULT_IN_FLIGHT,
          DEFAULT_STOP_TIMEOUT,
          false,
          QueueSettings.OFF,
          false,
          false);

  /** Settings without queues. */
  public ControllerSettings(
      int podCliqueSetSyncs,
      int podCliqueScalingGroupSyncs,
      int podCliqueSyncs,
      int writesInFlight,
      Duration stopTimeout,
      boolean topologyAware) {
    this(
        podCliqueSetSyncs,
        podCliqueScalingGroupSyncs,
        podCliqueSyncs,
        writesInFlight,
        stopTimeout,
        topologyAware,
        QueueSettings.OFF,
        false,
        false);
  }

  /** The same with queues. */
  public ControllerSettings with(QueueSettings settings, boolean served, boolean managed) {
    return new ControllerSettings(
        podCliqueSetSyncs,
        podCliqueScalingGroupSyncs,
        podCliqueSyncs,
        writesInFlight,
        stopTimeout,
        topologyAware,
        settings,
        served && settings.enabled(),
        managed && served && settings.enabled());
  }
}
