package dev.coppice.core.scheduler.kai;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a PodGroup asks for, as far as it is ours. KAI writes empty values where nothing is said;
 * they are read as absent.
 *
 * @param minMember how many pods have to fit
 * @param queue whose share of the cluster they take; it is KAI's once the PodGroup is made
 * @param priorityClassName the priority of the whole group
 * @param topologyConstraint where the whole group may be placed
 * @param subGroups its parts
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record KaiPodGroupSpec(
    @Nullable Integer minMember,
    @Nullable String queue,
    @Nullable String priorityClassName,
    @Nullable Topology topologyConstraint,
    List<SubGroup> subGroups) {

  /** Reads what is empty as absent. */
  public KaiPodGroupSpec(
      @Nullable Integer minMember,
      @Nullable String queue,
      @Nullable String priorityClassName,
      @Nullable Topology topologyConstraint,
      @Nullable List<SubGroup> subGroups) {
    this.minMember = minMember;
    this.queue = text(queue);
    this.priorityClassName = text(priorityClassName);
    this.topologyConstraint = topology(topologyConstraint);
    this.subGroups = subGroups == null ? List.of() : List.copyOf(subGroups);
  }

  private static @Nullable String text(@Nullable String text) {
    return Optional.ofNullable(text).filter(some -> !some.isEmpty()).orElse(null);
  }

  private static @Nullable Topology topology(@Nullable Topology constraint) {
    return Optional.ofNullable(constraint)
        .filter(some ->
            some.topology() != null
                || some.requiredTopologyLevel() != null
                || some.preferredTopologyLevel() != null)
        .orElse(null);
  }

  /**
   * Where pods may be placed, in keys of node labels.
   *
   * @param topology the topology that has these keys
   * @param requiredTopologyLevel of which all pods must find one and the same value
   * @param preferredTopologyLevel of which they should
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Topology(
      @Nullable String topology,
      @Nullable String requiredTopologyLevel,
      @Nullable String preferredTopologyLevel) {

    /** Reads what is empty as absent. */
    public Topology {
      topology = text(topology);
      requiredTopologyLevel = text(requiredTopologyLevel);
      preferredTopologyLevel = text(preferredTopologyLevel);
    }
  }

  /**
   * Pods of one PodClique, or several of these together.
   *
   * @param name unique in the PodGroup
   * @param minMember how many pods have to fit; null above other parts
   * @param minSubGroup how many parts below this one have to fit; null for pods
   * @param parent the part above this one
   * @param topologyConstraint where it may be placed
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record SubGroup(
      String name,
      @Nullable Integer minMember,
      @Nullable Integer minSubGroup,
      @Nullable String parent,
      @Nullable Topology topologyConstraint) {

    /** Reads what is empty as absent. */
    public SubGroup {
      parent = text(parent);
      topologyConstraint = topology(topologyConstraint);
    }
  }
}
