package dev.coppice.core.admission;

import dev.coppice.api.set.PodCliqueSet;
import org.jspecify.annotations.Nullable;

/**
 * Sets as decisions about their parts read them. The parts of one set are mostly decided one after
 * the other, and all of them ask for the same hashes and the same judgement, so the last set is
 * kept for as long as it is in view as the same object. It may be asked by any thread.
 */
public final class ResolvedSets {

  private final Validity validity;
  private volatile @Nullable Resolved last;

  /** Sets that are judged by these rules. */
  public ResolvedSets(Validity validity) {
    this.validity = validity;
  }

  private record Resolved(PodCliqueSet stored, ResolvedSet set) {}

  /** Resolves a set as it is stored, which nobody changes. */
  @SuppressWarnings("ReferenceEquality") // to compare two sets costs as much as to resolve one
  public ResolvedSet of(PodCliqueSet stored) {
    Resolved known = last;
    if (known == null || known.stored() != stored) {
      known = new Resolved(stored, ResolvedSet.of(stored, validity));
      last = known;
    }
    return known.set();
  }
}
