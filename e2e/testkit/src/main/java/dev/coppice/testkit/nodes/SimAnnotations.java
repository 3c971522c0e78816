package dev.coppice.testkit.nodes;

/**
 * How a test tells a simulated node what to do with a pod: annotations on the pod, durations in
 * Go's form ({@code 500ms}, {@code 1m30s}). A delay starts anew whenever the pod is changed.
 */
public final class SimAnnotations {

  /** How long a scheduled pod stays Pending before its containers run. */
  public static final String START_DELAY = "sim/start-delay";

  /** How long a running pod needs to become Ready; without it, it is Ready as soon as it runs. */
  public static final String READY_DELAY = "sim/ready-delay";

  /** Where a pod gets stuck: {@value #STUCK_STARTING} or {@value #STUCK_UNREADY}. */
  public static final String STUCK = "sim/stuck";

  /** Value of {@link #STUCK}: stays Pending. */
  public static final String STUCK_STARTING = "starting";

  /** Value of {@link #STUCK}: runs, and may exit, but is never Ready. */
  public static final String STUCK_UNREADY = "unready";

  /**
   * The code with which containers exit. The pod ends where its restartPolicy, or that of the
   * container that exits with the code, and its rules let it, else its containers crash and are
   * restarted.
   */
  public static final String EXIT_CODE = "sim/exit-code";

  /**
   * The only container that exits with {@link #EXIT_CODE}: where that ends the pod the others exit
   * with 0, and where it is restarted they run on.
   */
  public static final String EXIT_CONTAINER = "sim/exit-container";

  /** How long containers run, once the pod is Ready, before they exit; nothing by default. */
  public static final String RUN_FOR = "sim/run-for";

  /** How often containers crash before they run for good; for ever by default. */
  public static final String CRASH_TIMES = "sim/crash-times";

  /** The native sidecar that crashes when the pod is Ready, and is not restarted. */
  public static final String CRASH_SIDECAR = "sim/crash-sidecar";

  /** How long crashed containers wait for their restart; 1 s by default. */
  public static final String BACKOFF = "sim/backoff";

  /** How long containers need to end once the pod is deleted; nothing by default. */
  public static final String STOP_DELAY = "sim/stop-delay";

  /** The code with which containers of a deleted pod exit; 143, an obeyed SIGTERM, by default. */
  public static final String STOP_CODE = "sim/stop-code";

  /**
   * How far the clock of its node is ahead, in whole seconds, such as {@code 300s}, or {@code
   * -300s} where it is behind; right by default.
   */
  public static final String CLOCK_OFFSET = "sim/clock-offset";

  /** Label, not annotation, of a node on which nothing happens any more. */
  public static final String DEAD_NODE = "sim/dead";

  private SimAnnotations() {}
}
