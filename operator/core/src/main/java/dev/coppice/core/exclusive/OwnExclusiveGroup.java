package dev.coppice.core.exclusive;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.slots.OwnGroup;
import java.time.Instant;
import java.util.Optional;

/** Finds the group of a PodClique's pods that wants domains of nodes for itself. */
public final class OwnExclusiveGroup {

  private OwnExclusiveGroup() {}

  /**
   * The group; empty if it may share all domains, or nobody knows yet who is in it or how it is
   * placed.
   *
   * @param set the set of the PodClique, if it is in view with all its parts
   * @param gang its gang, if it is in view
   * @param observed all that is in view beside the PodClique
   */
  public static Optional<ExclusiveGroup> of(
      PodClique clique,
      Optional<PodCliqueSet> set,
      Optional<PodGang> gang,
      Observed observed,
      Instant now) {
    return ExclusiveTopology.of(clique)
        .flatMap(topology ->
            gang.flatMap(own -> Optional.ofNullable(own.statusOrEmpty().placementMode()))
                .flatMap(mode ->
                    set.flatMap(known ->
                        OwnGroup.of(clique, known)
                            .map(group ->
                                ExclusiveGroup.of(
                                    clique,
                                    group,
                                    topology,
                                    mode,
                                    observed,
                                    known.getSpec().trains(),
                                    now)))));
  }

  /** Whether there has to be such a group, known or not. */
  public static boolean isWanted(PodClique clique) {
    return ExclusiveTopology.of(clique).isPresent();
  }
}
