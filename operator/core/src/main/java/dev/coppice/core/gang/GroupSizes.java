package dev.coppice.core.gang;

import dev.coppice.api.Names;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.plan.Ownership;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How large the scaling groups of a set are: what the live group says, or the template where there
 * is none.
 */
public final class GroupSizes {

  private final String setName;
  private final Map<String, PodCliqueScalingGroup> live;

  private GroupSizes(String setName, Map<String, PodCliqueScalingGroup> live) {
    this.setName = setName;
    this.live = live;
  }

  /**
   * The sizes of a set's groups, of which these are in view; those of other owners do not count.
   */
  public static GroupSizes of(PodCliqueSet set, Stream<PodCliqueScalingGroup> visible) {
    return new GroupSizes(
        set.getMetadata().getName(),
        visible
            .filter(group -> Ownership.claim(group, set) == Ownership.Claim.OURS)
            .collect(
                Collectors.toMap(group -> group.getMetadata().getName(), Function.identity())));
  }

  /** How many replicas the group of one set replica is asked for. */
  public int replicas(int replica, PodCliqueScalingGroupConfig group) {
    PodCliqueScalingGroup found = find(replica, group);
    return found == null ? group.replicas() : found.getSpec().replicas();
  }

  /** From which replica on the group's replicas have gangs of their own. */
  public int minAvailable(int replica, PodCliqueScalingGroupConfig group) {
    PodCliqueScalingGroup found = find(replica, group);
    return found == null ? group.minAvailable() : found.getSpec().minAvailable();
  }

  /** How many replicas of the group belong to the base gang: its minimum. */
  public int inBaseGang(int replica, PodCliqueScalingGroupConfig group) {
    return Math.min(minAvailable(replica, group), replicas(replica, group));
  }

  private @Nullable PodCliqueScalingGroup find(int replica, PodCliqueScalingGroupConfig group) {
    return live.get(Names.podCliqueScalingGroup(setName, replica, group.name()));
  }
}
