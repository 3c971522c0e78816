package dev.coppice.core.subgroup;

import dev.coppice.api.Annotations;
import dev.coppice.api.LeaderWorkerSetKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can ask to be alone in a domain of nodes, by an annotation that names the node label. */
public enum ExclusiveLevel {

  /** A group of pods. */
  GROUP(Annotations.EXCLUSIVE_TOPOLOGY, LeaderWorkerSetKeys.EXCLUSIVE_TOPOLOGY),

  /** Each subgroup of one. */
  SUBGROUP(
      Annotations.SUBGROUP_EXCLUSIVE_TOPOLOGY, LeaderWorkerSetKeys.SUBGROUP_EXCLUSIVE_TOPOLOGY);

  /** The value by which a part of a set takes itself out. */
  public static final String NONE = "none";

  private final String own;
  private final String other;

  ExclusiveLevel(String own, String other) {
    this.own = own;
    this.other = other;
  }

  /** The keys of the annotation: ours, and that of LeaderWorkerSet, which means the same. */
  public List<String> spellings() {
    return List.of(own, other);
  }

  /** The key under which annotations say something about it; ours if both do. */
  public Optional<String> spelling(Map<String, String> annotations) {
    return spellings().stream().filter(key -> annotations.get(key) != null).findFirst();
  }

  /**
   * The node label that holds where both annotations can stand: the nearest one counts. No label
   * has an empty key, and nobody stores one: such a value takes a part out as well.
   */
  public Optional<String> topologyKey(Map<String, String> near, Map<String, String> far) {
    return spelling(near)
        .map(near::get)
        .or(() -> spelling(far).map(far::get))
        .filter(value -> !value.isBlank() && !value.equals(NONE));
  }
}
