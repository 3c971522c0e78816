package dev.coppice.core.pod;

import java.util.Optional;

/**
 * What an administrator decides about pods.
 *
 * @param startupImage image with a shell, for the init container that waits for a clique's parents
 * @param leaderWorkerSet what pods are told in the words of LeaderWorkerSet
 * @param queued whether there are queues: then it is reported since when pods have nodes and run,
 *     and pods bear the queue of their set
 * @param nodePoolLabel key of the label of nodes that names their pool, if that is reported too
 */
public record PodSettings(
    String startupImage,
    LeaderWorkerSetCompatibility leaderWorkerSet,
    boolean queued,
    Optional<String> nodePoolLabel) {

  /** What holds where nothing is configured. */
  public static final PodSettings DEFAULTS =
      new PodSettings("busybox:1.37", LeaderWorkerSetCompatibility.LABELS, false);

  /** Settings by which node pools matter to nobody. */
  public PodSettings(
      String startupImage, LeaderWorkerSetCompatibility leaderWorkerSet, boolean queued) {
    this(startupImage, leaderWorkerSet, queued, Optional.empty());
  }
}
