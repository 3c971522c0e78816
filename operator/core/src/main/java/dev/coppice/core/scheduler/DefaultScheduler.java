package dev.coppice.core.scheduler;

import dev.coppice.api.ConditionReasons;
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
  public GangSupport gangs() {
    return new GangSupport(
        false,
        ConditionReasons.SCHEDULER_WITHOUT_GANGS,
        NAME
            + " places pods one by one: of a gang that does not fit, some pods may get nodes and"
            + " hold them while the others wait");
  }

  @Override
  public Pod prepare(Pod pod, String gangName) {
    return new PodBuilder(pod).editOrNewSpec().withSchedulerName(NAME).endSpec().build();
  }
}
