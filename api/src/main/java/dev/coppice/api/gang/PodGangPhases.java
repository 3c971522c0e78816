package dev.coppice.api.gang;

/**
 * The phases of a gang. They are plain strings, because schedulers may write others of their own.
 */
public final class PodGangPhases {

  /** No pod is bound to a node. */
  public static final String PENDING = "Pending";

  /** At least one pod is bound to a node. */
  public static final String STARTING = "Starting";

  /** Every group has its minimum of Ready pods. */
  public static final String RUNNING = "Running";

  /** Every pod of a training job's gang has exited with 0. */
  public static final String SUCCEEDED = "Succeeded";

  /** The training job of the gang has failed. */
  public static final String FAILED = "Failed";

  private PodGangPhases() {}
}
