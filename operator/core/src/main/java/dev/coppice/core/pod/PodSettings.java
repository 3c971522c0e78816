package dev.coppice.core.pod;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * What an administrator decides about pods.
 *
 * @param startup the init container that waits for a clique's parents
 * @param leaderWorkerSet what pods are told in the words of LeaderWorkerSet
 * @param queued whether there are queues: then it is reported since when pods have nodes and run,
 *     and pods bear the queue of their set
 * @param nodePoolLabel key of the label of nodes that names their pool, if that is reported too
 * @param clusterDomain the DNS domain of the cluster, in which pods are told the names of hosts
 */
@RecordBuilder
public record PodSettings(
    StartupSettings startup,
    LeaderWorkerSetCompatibility leaderWorkerSet,
    boolean queued,
    Optional<String> nodePoolLabel,
    String clusterDomain) {

  /** What holds where nothing is configured. */
  public static final PodSettings DEFAULTS =
      new PodSettings(
          StartupSettings.DEFAULTS,
          LeaderWorkerSetCompatibility.LABELS,
          false,
          Optional.empty(),
          "cluster.local");
}
