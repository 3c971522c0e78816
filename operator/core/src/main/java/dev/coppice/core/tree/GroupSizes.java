package dev.coppice.core.tree;

import dev.coppice.api.Names;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Ownership;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How large the scaling groups of a set are: what the live group says, or the template where there
 * is none, or none whose number can be taken.
 */
public final class GroupSizes {

  private final String setName;
  private final Map<String, PodCliqueScalingGroup> live;
  private final boolean exact;

  private GroupSizes(String setName, Map<String, PodCliqueScalingGroup> live, boolean exact) {
    this.setName = setName;
    this.live = live;
    this.exact = exact;
  }

  /**
   * The sizes of a set's groups, of which these are in view. Those of other owners do not count,
   * those of nobody do: the set takes them back as they are.
   *
   * @param valid whether the number of replicas of a group can be taken as it is
   */
  public static GroupSizes of(
      PodCliqueSet set,
      Stream<PodCliqueScalingGroup> visible,
      Predicate<PodCliqueScalingGroup> valid) {
    Map<Boolean, List<PodCliqueScalingGroup>> own =
        visible
            .filter(group -> Ownership.claim(group, set).isKept())
            .collect(Collectors.partitioningBy(valid));
    return new GroupSizes(
        set.getMetadata().getName(),
        own.getOrDefault(true, List.of()).stream()
            .collect(Collectors.toMap(group -> group.getMetadata().getName(), Function.identity())),
        own.getOrDefault(false, List.of()).isEmpty());
  }

  /** Whether no group in view asks for a number that cannot be taken. */
  public boolean areExact() {
    return exact;
  }

  /** How many replicas the group of one set replica is asked for. */
  public int replicas(int replica, PodCliqueScalingGroupConfig group) {
    PodCliqueScalingGroup found = find(replica, group);
    return found == null ? group.replicas() : found.getSpec().replicas();
  }

  /**
   * How many replicas of the group belong to the base gang: its minimum, by the set's word. The
   * group's own copy may have been edited, and gangs would come and go.
   */
  public int inBaseGang(int replica, PodCliqueScalingGroupConfig group) {
    return Math.min(Math.max(0, group.minAvailable()), replicas(replica, group));
  }

  private @Nullable PodCliqueScalingGroup find(int replica, PodCliqueScalingGroupConfig group) {
    return live.get(Names.podCliqueScalingGroup(setName, replica, group.name()));
  }
}
