package dev.coppice.core.scheduler;

import io.fabric8.kubernetes.api.model.Pod;

/** What one scheduler needs from us so that it places the pods of a gang together. */
public interface SchedulerBackend {

  /** The profile's name, which is also the {@code schedulerName} of its pods. */
  String name();

  /** Whether it places gangs as a whole. */
  GangSupport gangs();

  /**
   * The pod with everything by which the scheduler knows it and its gang; the given one is left as
   * it is.
   */
  Pod prepare(Pod pod, String gangName);
}
