package dev.coppice.api;

/** Finalizers that we write. */
public final class Finalizers {

  /**
   * On pods of training jobs: keeps a pod that somebody deletes until it is written down how it
   * ended.
   */
  public static final String POD_TRACKING = "grove.io/pod-tracking";

  private Finalizers() {}
}
