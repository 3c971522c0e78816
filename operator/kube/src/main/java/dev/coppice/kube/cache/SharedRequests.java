package dev.coppice.kube.cache;

import dev.coppice.core.object.ResourceAmounts;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Holds equal requests of pods once, mostly: those of one template are alike. There is a place for
 * so many, found by their hash; one that arrives takes the place of another, so that nothing grows.
 */
final class SharedRequests {

  private static final int PLACES = 1 << 10;

  private record Known(ResourceAmounts amounts, ResourceRequirements requests) {}

  // Without a lock: a thread that does not see what another one stored makes a copy.
  private final @Nullable Known[] places = new Known[PLACES];

  /** Requests of these amounts. */
  ResourceRequirements of(ResourceAmounts amounts) {
    int hash = amounts.hashCode();
    int place = (hash ^ hash >>> 16) & PLACES - 1;
    Known known = places[place];
    if (known == null || !known.amounts().equals(amounts)) {
      known =
          new Known(
              amounts,
              new ResourceRequirementsBuilder().withRequests(amounts.quantities()).build());
      places[place] = known;
    }
    return known.requests();
  }
}
