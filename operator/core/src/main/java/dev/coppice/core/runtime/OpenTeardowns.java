package dev.coppice.core.runtime;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.queue.StartFacts.Recreation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the teardowns that are under way do with a gang.
 *
 * @param records those of the set and of its groups that are open
 * @param cliques the PodCliques that stand, by name
 */
public record OpenTeardowns(
    List<ReplicaDeletion> records, Function<String, Optional<PodClique>> cliques) {

  /** The open ones of these. */
  public static OpenTeardowns of(
      Stream<ReplicaDeletion> records, Function<String, Optional<PodClique>> cliques) {
    return new OpenTeardowns(records.filter(ReplicaDeletion::open).toList(), cliques);
  }

  /** Keeps a copy. */
  public OpenTeardowns {
    records = List.copyOf(records);
  }

  /** What becomes of a gang by them. */
  public Recreation of(PodGang gang) {
    List<String> members = gang.getSpec().podgroups().stream().map(PodGroup::name).toList();
    if (!members.isEmpty() && members.stream().allMatch(this::goes)) {
      return Recreation.ENDS;
    }
    return members.stream().anyMatch(name -> listed(name).findAny().isPresent())
        ? Recreation.HOLDS
        : Recreation.NONE;
  }

  // One of the same name that stands already is the next one.
  private boolean goes(String name) {
    Optional<String> standing = cliques.apply(name).map(clique -> clique.getMetadata().getUid());
    return records.stream()
        .filter(ReplicaDeletion::deleting)
        .flatMap(record -> record.podCliques().stream())
        .filter(listed -> listed.name().equals(name))
        .anyMatch(listed -> standing.isEmpty() || standing.get().equals(listed.uid()));
  }

  private Stream<DeletedPodClique> listed(String name) {
    return records.stream()
        .flatMap(record -> record.podCliques().stream())
        .filter(listed -> listed.name().equals(name));
  }
}
