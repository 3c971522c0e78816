package dev.coppice.core.subgroup;

import dev.coppice.api.Annotations;
import dev.coppice.api.EnvironmentVariables;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.object.Variables;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a pod is told of its place in a group. It follows from the slot alone, so that a replacement
 * is told the same; none of it is part of a template or its hash.
 */
public final class SlotMetadata {

  private SlotMetadata() {}

  /** The labels by which pods of one group and one subgroup know and find each other. */
  public static Map<String, String> labels(SlotGroup group, Slot slot) {
    Map<String, String> labels = new TreeMap<>();
    labels.put(Labels.GROUP_KEY, group.name().key());
    labels.put(Labels.GROUP_WORKER_INDEX, Integer.toString(slot.number()));
    SubGroups divided = group.subGroups();
    if (divided != null) {
      divided
          .index(slot.number())
          .ifPresent(index -> {
            labels.put(Labels.SUBGROUP_INDEX, Integer.toString(index));
            labels.put(Labels.SUBGROUP_KEY, group.name().key(index));
          });
      divided
          .workerIndex(slot.number())
          .ifPresent(index -> labels.put(Labels.SUBGROUP_WORKER_INDEX, Integer.toString(index)));
    }
    return labels;
  }

  /** The annotations that tell how its group is divided; none if it is not. */
  public static Map<String, String> annotations(SlotGroup group) {
    Map<String, String> annotations = new TreeMap<>();
    SubGroups divided = group.subGroups();
    if (divided != null) {
      annotations.put(Annotations.GROUP_SIZE, Integer.toString(divided.slots()));
      annotations.put(Annotations.LEADER_NAME, group.leader().hostname());
      annotations.putAll(division(divided));
    }
    return annotations;
  }

  /** Those of them that tell how a group is divided, whoever is in it. */
  public static Map<String, String> division(SubGroups divided) {
    return new TreeMap<>(
        Map.of(
            Annotations.SUBGROUP_SIZE, Integer.toString(divided.subGroupSize()),
            Annotations.SUBGROUP_POLICY_TYPE, policyType(divided),
            Annotations.SUBGROUP_LAYOUT, divided.layout().name()));
  }

  /** The type of the policy by which a group was divided, as manifests have it. */
  static String policyType(SubGroups divided) {
    return text(
        divided.layout() == Layout.EXCLUDED
            ? SubGroupPolicyType.LEADER_EXCLUDED
            : SubGroupPolicyType.LEADER_WORKER);
  }

  /** A type as manifests have it. */
  public static String text(SubGroupPolicyType type) {
    return ModelJson.tree(type).asText();
  }

  /**
   * The variables that say the same to its containers; none in a group that is not divided.
   *
   * @param clusterDomain the DNS domain of the cluster
   */
  public static List<EnvVar> environment(SlotGroup group, Slot slot, String clusterDomain) {
    List<EnvVar> variables = new ArrayList<>();
    SubGroups divided = group.subGroups();
    if (divided != null) {
      if (divided.index(slot.number()).isPresent()) {
        variables.add(Variables.label(EnvironmentVariables.SUBGROUP_INDEX, Labels.SUBGROUP_INDEX));
      }
      if (divided.workerIndex(slot.number()).isPresent()) {
        variables.add(
            Variables.label(
                EnvironmentVariables.SUBGROUP_WORKER_INDEX, Labels.SUBGROUP_WORKER_INDEX));
      }
      variables.add(Variables.number(EnvironmentVariables.SUBGROUP_SIZE, divided.subGroupSize()));
      variables.add(Variables.number(EnvironmentVariables.GROUP_WORKER_INDEX, slot.number()));
      variables.add(Variables.number(EnvironmentVariables.GROUP_SIZE, divided.slots()));
      variables.add(
          Variables.value(
              EnvironmentVariables.LEADER_ADDRESS,
              Names.serviceDomain(
                  group.address(group.leader()), group.name().namespace(), clusterDomain)));
    }
    return variables;
  }
}
