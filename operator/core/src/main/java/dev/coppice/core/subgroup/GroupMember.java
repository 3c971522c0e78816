package dev.coppice.core.subgroup;

import java.util.List;

/**
 * The pods of one PodClique in a group. They are alike but for their indices.
 *
 * @param podClique the PodClique
 * @param pods how many slots they have
 * @param tpuContainers the containers of each that ask for TPUs
 */
public record GroupMember(String podClique, int pods, List<TpuContainer> tpuContainers) {

  public GroupMember {
    tpuContainers = List.copyOf(tpuContainers);
  }

  /** Whether its pods ask for TPUs. */
  boolean hasTpus() {
    return !tpuContainers.isEmpty();
  }
}
