package dev.coppice.core.pod;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.core.gang.Minimum;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether a scheduler may have a clique's pods. Those of a scaled gang wait until the base gang is
 * placed, or they would take the room that it needs.
 */
final class Gates {

  /** Every reason to hold the pods back; a gate falls when none is left. */
  private static final List<Predicate<PodCliqueView>> REASONS = List.of(Gates::precedesBaseGang);

  private Gates() {}

  /** Whether nothing holds the pods back. */
  static boolean areOpen(PodCliqueView view) {
    return REASONS.stream().noneMatch(reason -> reason.test(view));
  }

  // Conditions of the gang are for people: only what its cliques report counts.
  private static boolean precedesBaseGang(PodCliqueView view) {
    if (view.label(Labels.BASE_POD_GANG) == null) {
      return false;
    }
    Optional<PodGang> base =
        view.set()
            .flatMap(set -> OwnGang.base(view.clique(), set, view.snapshot().observed()))
            // A gang without groups has placed nothing yet.
            .filter(gang -> !gang.getSpec().podgroups().isEmpty());
    return base.isEmpty()
        || !base.get().getSpec().podgroups().stream()
            .map(PodGroup::name)
            .allMatch(name -> view.sibling(name).filter(Gates::isPlaced).isPresent());
  }

  private static boolean isPlaced(PodClique clique) {
    return clique.statusOrEmpty().scheduledReplicas() >= Minimum.of(clique);
  }
}
