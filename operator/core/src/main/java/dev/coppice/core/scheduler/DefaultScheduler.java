package dev.coppice.core.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;

/** The scheduler that every cluster has. It places pods one by one and knows no gangs. */
public final class DefaultScheduler implements SchedulerBackend {

  /** The profile's name. */
  public static final String NAME = "default-scheduler";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Pod prepare(Pod pod, String gangName) {
    return new PodBuilder(pod).editOrNewSpec().withSchedulerName(NAME).endSpec().build();
  }
}
