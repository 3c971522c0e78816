package dev.coppice.core.slots;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.subgroup.ExclusiveLevel;
import dev.coppice.core.subgroup.GroupMember;
import dev.coppice.core.subgroup.GroupName;
import dev.coppice.core.subgroup.Layout;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.subgroup.SubGroups;
import dev.coppice.core.subgroup.TpuContainer;
import dev.coppice.core.template.CliqueTemplates;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The group that the pods of a PodClique belong to: its own pods, or those of its replica of a
 * scaling group. What the PodClique carries decides how they are divided, so that a pod that comes
 * back fits those that are there; the other members are known by the set's template.
 */
public final class OwnGroup {

  private OwnGroup() {}

  /**
   * The group; empty if nothing divides the pods and nothing keeps others away from them.
   *
   * @param set the set that the PodClique belongs to, with its defaults
   */
  public static Optional<SlotGroup> of(PodClique clique, PodCliqueSet set) {
    return CliqueTemplates.of(set, clique)
        .flatMap(template ->
            CliqueTemplates.groupOf(set.getSpec().template(), template.name())
                .map(config -> replica(clique, set, config))
                .orElseGet(() -> alone(clique, set, template)));
  }

  private static Optional<SlotGroup> alone(
      PodClique clique, PodCliqueSet set, PodCliqueTemplate template) {
    String name = clique.getMetadata().getName();
    SubGroups divided = Division.of(clique).orElse(null);
    return divided == null && !isExclusive(template.annotations(), set)
        ? Optional.empty()
        : Optional.of(
            new SlotGroup(
                GroupName.ofPodClique(clique.getMetadata().getNamespace(), name),
                subdomain(clique, set),
                List.of(own(clique, Math.max(0, Division.pods(clique)))),
                divided));
  }

  private static Optional<SlotGroup> replica(
      PodClique clique, PodCliqueSet set, PodCliqueScalingGroupConfig config) {
    Optional<String> group = Relatives.label(clique, Labels.SCALING_GROUP);
    int replica = ReplicaIndex.of(clique, Labels.SCALING_GROUP_REPLICA_INDEX).orElse(-1);
    boolean isGroup = config.subGroupPolicy() != null || isExclusive(config.annotations(), set);
    if (group.isEmpty() || replica < 0 || !isGroup) {
      return Optional.empty();
    }
    List<GroupMember> members =
        CliqueTemplates.named(set.getSpec().template(), config.cliqueNames()).stream()
            .map(template ->
                member(
                    clique, Names.groupPodClique(group.get(), replica, template.name()), template))
            .toList();
    long slots = members.stream().mapToLong(GroupMember::pods).sum();
    return slots > Integer.MAX_VALUE
        ? Optional.empty()
        : Optional.of(
            new SlotGroup(
                GroupName.ofReplica(clique.getMetadata().getNamespace(), group.get(), replica),
                subdomain(clique, set),
                members,
                divided(clique, config.subGroupPolicy(), (int) slots)));
  }

  private static GroupMember member(PodClique clique, String name, PodCliqueTemplate template) {
    int pods = Math.max(0, template.spec().replicas());
    // Its own containers are those that it makes pods of, whatever the template has become.
    return name.equals(clique.getMetadata().getName())
        ? own(clique, pods)
        : new GroupMember(name, pods, TpuContainer.of(template.spec().podSpec()));
  }

  private static GroupMember own(PodClique clique, int pods) {
    return new GroupMember(
        clique.getMetadata().getName(), pods, TpuContainer.of(clique.getSpec().podSpec()));
  }

  private static @Nullable SubGroups divided(
      PodClique clique, @Nullable SubGroupPolicy asked, int slots) {
    if (asked == null) {
      return null;
    }
    SubGroupPolicyType type = GroupFacts.policyType(clique).orElse(asked.subGroupPolicyType());
    int size = GroupFacts.subGroupSize(clique).orElse(asked.subGroupSize());
    Optional<Layout> layout = GroupFacts.layout(clique, type);
    return layout
        .filter(known -> known.isAligned(slots, size))
        .map(known -> new SubGroups(known, slots, size))
        .or(() -> SubGroups.of(type, slots, size))
        .orElse(null);
  }

  // That of subgroups says something only where there are some.
  private static boolean isExclusive(Map<String, String> annotations, PodCliqueSet set) {
    return ExclusiveLevel.GROUP
        .topologyKey(annotations, Omitted.orEmpty(set.getMetadata().getAnnotations()))
        .isPresent();
  }

  private static String subdomain(PodClique clique, PodCliqueSet set) {
    return Names.headlessService(
        set.getMetadata().getName(), ReplicaIndex.of(clique, Labels.SET_REPLICA_INDEX).orElse(0));
  }
}
