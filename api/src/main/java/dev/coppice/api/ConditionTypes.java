package dev.coppice.api;

/** Types of the conditions that we write. */
public final class ConditionTypes {

  /** Set, group and clique: as many as needed are available. What a user waits for. */
  public static final String AVAILABLE = "Available";

  /**
   * Set, group and clique: what is asked for can be done. Absent while it can; False, nothing
   * creates pods for it any more.
   */
  public static final String VALID = "Valid";

  /** Set: no field is used that does nothing yet. */
  public static final String SUPPORTED = "Supported";

  /** Clique: its minimum of pods is bound to nodes. */
  public static final String POD_CLIQUE_SCHEDULED = "PodCliqueScheduled";

  /** Clique and group: fewer are ready than the work needs. */
  public static final String MIN_AVAILABLE_BREACHED = "MinAvailableBreached";

  /**
   * Set, group and clique: an update is on its way. Absent until the first one; False when nothing
   * more goes by itself.
   */
  public static final String PROGRESSING = "Progressing";

  /** Gang: all its pods exist. */
  public static final String INITIALIZED = "Initialized";

  /** Gang: every group has its minimum of pods bound to nodes. */
  public static final String SCHEDULED = "Scheduled";

  /** Gang: every group has its minimum of Ready pods. */
  public static final String READY = "Ready";

  /** True while pods that are asked for are not made, and why; absent otherwise. */
  public static final String WAITING = "Waiting";

  private ConditionTypes() {}
}
