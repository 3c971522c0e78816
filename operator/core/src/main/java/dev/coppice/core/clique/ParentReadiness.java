package dev.coppice.core.clique;

import dev.coppice.core.availability.Availability;

/** The containers of a clique's pods may start once every parent has its minimum of Ready pods. */
final class ParentReadiness {

  private ParentReadiness() {}

  /** Whether every parent has started. */
  static boolean isReached(CliqueView view) {
    return view.clique().getSpec().startsAfter().stream()
        .allMatch(name -> view.sibling(name).filter(Availability::hasMinimum).isPresent());
  }
}
