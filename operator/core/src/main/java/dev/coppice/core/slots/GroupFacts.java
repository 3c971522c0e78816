package dev.coppice.core.slots;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.subgroup.ExclusiveLevel;
import dev.coppice.core.subgroup.Layout;
import dev.coppice.core.subgroup.SlotGroup;
import dev.coppice.core.subgroup.SlotMetadata;
import dev.coppice.core.subgroup.SubGroups;
import dev.coppice.core.template.CliqueTemplates;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a PodClique is told by its owner of the group that its pods belong to. It keeps how it was
 * divided first, as its pods do.
 */
public final class GroupFacts {

  private GroupFacts() {}

  /**
   * A PodClique that is wanted, told of its group.
   *
   * @param set its set, with its defaults
   * @param seen what stands under its name; empty if nothing does
   */
  public static PodClique on(PodClique wanted, PodCliqueSet set, Optional<PodClique> seen) {
    if (OwnGroup.of(wanted, set).isEmpty()) {
      return wanted;
    }
    Map<String, String> told = new TreeMap<>(annotations(wanted));
    seen.map(known -> annotations(known).get(Annotations.SUBGROUP_LAYOUT))
        .ifPresent(layout -> told.put(Annotations.SUBGROUP_LAYOUT, layout));
    wanted.getMetadata().setAnnotations(told);
    OwnGroup.of(wanted, set)
        .ifPresent(group -> {
          told.putAll(of(group, wanted));
          told.putAll(exclusive(wanted, set, group));
        });
    return wanted;
  }

  private static Map<String, String> of(SlotGroup group, PodClique clique) {
    Map<String, String> facts = new TreeMap<>();
    SubGroups divided = group.subGroups();
    if (divided != null) {
      facts.putAll(SlotMetadata.division(divided));
    }
    if (Relatives.label(clique, Labels.SCALING_GROUP).isPresent()) {
      facts.put(Annotations.GROUP_NAME, group.name().name());
      facts.put(Annotations.GROUP_SIZE, Integer.toString(group.slots()));
      facts.put(
          Annotations.GROUP_WORKER_OFFSET,
          Integer.toString(group.offset(clique.getMetadata().getName())));
    }
    return facts;
  }

  private static Map<String, String> exclusive(
      PodClique clique, PodCliqueSet set, SlotGroup group) {
    Map<String, String> near = near(clique, set);
    Map<String, String> keys = new TreeMap<>();
    Stream.of(ExclusiveLevel.values())
        .filter(level -> level == ExclusiveLevel.GROUP || group.subGroups() != null)
        .forEach(level ->
            level
                .topologyKey(near, Omitted.orEmpty(set.getMetadata().getAnnotations()))
                .ifPresent(key -> keys.put(level.spellings().getFirst(), key)));
    return keys;
  }

  /** The annotations by which the group of a PodClique says what itself wants. */
  private static Map<String, String> near(PodClique clique, PodCliqueSet set) {
    return CliqueTemplates.of(set, clique)
        .map(template ->
            CliqueTemplates.groupOf(set.getSpec().template(), template.name())
                .map(PodCliqueScalingGroupConfig::annotations)
                .orElse(template.annotations()))
        .orElse(Map.of());
  }

  /** How each replica of a scaling group is divided, as its PodCliqueScalingGroup tells it. */
  public static Map<String, String> of(PodCliqueScalingGroupConfig config, PodCliqueSet set) {
    SubGroupPolicy policy = config.subGroupPolicy();
    long slots =
        CliqueTemplates.named(set.getSpec().template(), config.cliqueNames()).stream()
            .mapToLong(clique -> Math.max(0, clique.spec().replicas()))
            .sum();
    return policy == null || slots > Integer.MAX_VALUE
        ? Map.of()
        : SubGroups.of(policy.subGroupPolicyType(), (int) slots, policy.subGroupSize())
            .map(SlotMetadata::division)
            .orElse(Map.of());
  }

  /**
   * How an object says that its pods are divided; empty if it does not, or not by such a policy.
   */
  static Optional<Layout> layout(HasMetadata object, SubGroupPolicyType type) {
    boolean excluded = type == SubGroupPolicyType.LEADER_EXCLUDED;
    String told = annotations(object).get(Annotations.SUBGROUP_LAYOUT);
    return Stream.of(Layout.values())
        .filter(layout -> layout.name().equals(told))
        .filter(layout -> (layout == Layout.EXCLUDED) == excluded)
        .findFirst();
  }

  /** By which type of policy an object says that its pods are divided. */
  static Optional<SubGroupPolicyType> policyType(HasMetadata object) {
    String told = annotations(object).get(Annotations.SUBGROUP_POLICY_TYPE);
    return Stream.of(SubGroupPolicyType.values())
        .filter(type -> SlotMetadata.text(type).equals(told))
        .findFirst();
  }

  /** How many pods an object says that make a subgroup. */
  static Optional<Integer> subGroupSize(HasMetadata object) {
    return Optional.ofNullable(annotations(object).get(Annotations.SUBGROUP_SIZE))
        .filter(size -> size.matches("[1-9]\\d{0,8}"))
        .map(Integer::valueOf);
  }

  private static Map<String, String> annotations(HasMetadata object) {
    return Omitted.orEmpty(object.getMetadata().getAnnotations());
  }
}
