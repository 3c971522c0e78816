package dev.coppice.core.admission;

import dev.coppice.api.set.PodCliqueSet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a stored set has, by its name, of fields whose defaults follow from another field.
 *
 * @param minAvailable of its cliques
 * @param ofCliques the {@code minReplicas} of its cliques
 * @param ofGroups the {@code minReplicas} of its scaling groups
 */
record KeptDefaults(
    Map<String, Integer> minAvailable,
    Map<String, Integer> ofCliques,
    Map<String, Integer> ofGroups) {

  /** Those of a set that is new. */
  static final KeptDefaults NONE = new KeptDefaults(Map.of(), Map.of(), Map.of());

  /** Those of a set as it is stored. */
  static KeptDefaults of(PodCliqueSet stored) {
    PodCliqueSet set = Defaults.of(stored);
    if (set.getSpec() == null || set.getSpec().template() == null) {
      return NONE;
    }
    KeptDefaults kept = new KeptDefaults(new HashMap<>(), new HashMap<>(), new HashMap<>());
    set.getSpec().template().cliques().stream()
        .filter(clique -> clique.spec() != null)
        .forEach(clique -> {
          kept.minAvailable.put(clique.name(), clique.spec().minAvailable());
          if (clique.spec().autoScalingConfig() != null) {
            kept.ofCliques.put(clique.name(), clique.spec().autoScalingConfig().minReplicas());
          }
        });
    set.getSpec().template().podCliqueScalingGroups().stream()
        .filter(group -> group.scaleConfig() != null)
        .forEach(group -> kept.ofGroups.put(group.name(), group.scaleConfig().minReplicas()));
    return kept;
  }

  OptionalInt minAvailable(@Nullable String clique) {
    return of(minAvailable, clique);
  }

  OptionalInt minReplicasOfClique(@Nullable String clique) {
    return of(ofCliques, clique);
  }

  OptionalInt minReplicasOfGroup(@Nullable String group) {
    return of(ofGroups, group);
  }

  private static OptionalInt of(Map<String, Integer> kept, @Nullable String name) {
    Integer value = name == null ? null : kept.get(name);
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
