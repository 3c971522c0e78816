package dev.coppice.core.scheduler;

import dev.coppice.api.ConditionReasons;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;

/**
 * The scheduler that every cluster has, as it places pods one by one and knows no gangs.
 *
 * @param gangs why it places none
 */
public record DefaultScheduler(GangSupport gangs) implements SchedulerBackend {

  /** The profile's name. */
  public static final String NAME = "default-scheduler";

  private static final String CONSEQUENCE =
      NAME
          + " places pods one by one: of a gang that does not fit, some pods may get nodes and"
          + " hold them while the others wait";

  /** Nobody asked it for gangs. */
  public DefaultScheduler() {
    this(new GangSupport(false, ConditionReasons.SCHEDULER_WITHOUT_GANGS, CONSEQUENCE));
  }

  /**
   * It was asked for gangs in vain.
   *
   * @param why what the cluster lacks, for people
   */
  public static DefaultScheduler lacking(String why) {
    return new DefaultScheduler(
        new GangSupport(
            false, ConditionReasons.GANG_SCHEDULING_OFF, why + "; therefore " + CONSEQUENCE));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public TopologySupport topologies() {
    return TopologySupport.none(NAME + " is told of no gang, and of no topology");
  }

  @Override
  public Pod prepare(Pod pod, String gangName) {
    return new PodBuilder(pod).editOrNewSpec().withSchedulerName(NAME).endSpec().build();
  }
}
