package dev.coppice.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.simulator.operator.Change;

/** What a PodClique has reached is never taken back while it lives. */
final class AvailabilityIsNotForgotten {

  private AvailabilityIsNotForgotten() {}

  static void changed(Change change) {
    if (change.before() instanceof PodClique before
        && change.now() instanceof PodClique now
        && before.getMetadata().getUid().equals(now.getMetadata().getUid())
        && before.statusOrEmpty().wasAvailable()
        && !now.statusOrEmpty().wasAvailable()) {
      throw new Broken("availability is not forgotten", change.key() + " was available");
    }
  }
}
