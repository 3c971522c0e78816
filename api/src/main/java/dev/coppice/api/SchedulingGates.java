package dev.coppice.api;

/** Names of the gates that keep a scheduler from a pod. */
public final class SchedulingGates {

  /** Stands until the pod's gang may be placed. */
  public static final String POD_GANG_PENDING_CREATION = "grove.io/podgang-pending-creation";

  private SchedulingGates() {}
}
