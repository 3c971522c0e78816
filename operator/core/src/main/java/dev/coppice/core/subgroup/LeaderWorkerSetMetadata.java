package dev.coppice.core.subgroup;

import dev.coppice.api.LeaderWorkerSetKeys;
import dev.coppice.core.object.Variables;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The same as {@link SlotMetadata} in the words of LeaderWorkerSet, for programs that were written
 * for those; nothing in a group that is not divided. Schedulers are told by our own labels only.
 */
public final class LeaderWorkerSetMetadata {

  private static final String LEADER_ADDRESS = "LWS_LEADER_ADDRESS";
  private static final String GROUP_SIZE = "LWS_GROUP_SIZE";
  private static final String WORKER_INDEX = "LWS_WORKER_INDEX";

  /** The names of its variables, which pods get where an administrator wants that. */
  public static final Set<String> VARIABLES = Set.of(LEADER_ADDRESS, GROUP_SIZE, WORKER_INDEX);

  private LeaderWorkerSetMetadata() {}

  /**
   * The labels of a pod.
   *
   * @param replica the index of the replica that the group is
   */
  public static Map<String, String> labels(SlotGroup group, Slot slot, int replica) {
    Map<String, String> labels = new TreeMap<>();
    SubGroups divided = group.subGroups();
    if (divided != null) {
      labels.put(LeaderWorkerSetKeys.GROUP_INDEX, Integer.toString(replica));
      labels.put(LeaderWorkerSetKeys.WORKER_INDEX, Integer.toString(slot.number()));
      labels.put(LeaderWorkerSetKeys.GROUP_KEY, group.name().key());
      divided
          .index(slot.number())
          .ifPresent(index -> {
            labels.put(LeaderWorkerSetKeys.SUBGROUP_INDEX, Integer.toString(index));
            labels.put(LeaderWorkerSetKeys.SUBGROUP_KEY, group.name().key(index));
          });
      divided
          .workerIndex(slot.number())
          .ifPresent(index ->
              labels.put(LeaderWorkerSetKeys.SUBGROUP_WORKER_INDEX, Integer.toString(index)));
    }
    return labels;
  }

  /** The annotations of a pod. */
  public static Map<String, String> annotations(SlotGroup group, Slot slot) {
    Map<String, String> annotations = new TreeMap<>();
    SubGroups divided = group.subGroups();
    if (divided != null) {
      annotations.put(LeaderWorkerSetKeys.SIZE, Integer.toString(divided.slots()));
      annotations.put(LeaderWorkerSetKeys.SUBGROUP_SIZE, Integer.toString(divided.subGroupSize()));
      annotations.put(LeaderWorkerSetKeys.SUBGROUP_POLICY_TYPE, SlotMetadata.policyType(divided));
      Slot leader = group.leader();
      if (slot.number() > 0) {
        annotations.put(LeaderWorkerSetKeys.LEADER_NAME, leader.hostname());
      }
      if (slot.number() > 0 && leader.member().hasTpus()) {
        annotations.put(LeaderWorkerSetKeys.LEADER_REQUESTS_TPUS, "true");
      }
    }
    return annotations;
  }

  /** The variables of every container of a pod; they stand in front of all others. */
  public static List<EnvVar> environment(SlotGroup group, Slot slot) {
    SubGroups divided = group.subGroups();
    return divided == null
        ? List.of()
        : List.of(
            Variables.value(
                LEADER_ADDRESS, group.address(group.leader()) + "." + group.name().namespace()),
            Variables.number(GROUP_SIZE, divided.slots()),
            Variables.number(WORKER_INDEX, slot.number()));
  }
}
