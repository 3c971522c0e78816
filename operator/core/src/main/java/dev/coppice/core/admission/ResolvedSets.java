package dev.coppice.core.admission;

import dev.coppice.api.set.PodCliqueSet;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Sets as decisions read them, again and again. Each write of a status stores another object, of
 * which the user has written the same: what was worked out about it is kept. The parts of one set
 * are mostly decided one after the other, so the last set is kept as a whole, for as long as it is
 * in view as the same object. It may be asked by any thread.
 *
 * <p>There is a place for so many sets, found by their UID; one that is asked about takes the place
 * of another. So nothing grows, and nothing has to hear of a set that goes.
 */
public final class ResolvedSets {

  private static final int PLACES = 1 << 10;

  private final Validity validity;
  private final AtomicReferenceArray<@Nullable Judged> judged = new AtomicReferenceArray<>(PLACES);
  private volatile @Nullable Resolved last;

  /** Sets that are judged by these rules. */
  public ResolvedSets(Validity validity) {
    this.validity = validity;
  }

  private record Resolved(PodCliqueSet stored, ResolvedSet set) {}

  private record Judged(Written written, Judgement judgement) {}

  /**
   * What a judgement holds for.
   *
   * @param content of all that is judged: after a restore the same generation may say something
   *     else
   */
  private record Written(@Nullable String uid, @Nullable Long generation, int content) {
    static Written by(PodCliqueSet set) {
      ObjectMeta metadata = set.getMetadata();
      return new Written(
          metadata.getUid(),
          metadata.getGeneration(),
          Objects.hash(
              metadata.getNamespace(),
              metadata.getName(),
              metadata.getLabels(),
              metadata.getAnnotations(),
              set.getSpec()));
    }

    int place() {
      int hash = Objects.hashCode(uid);
      return (hash ^ hash >>> 16) & PLACES - 1;
    }
  }

  /** Resolves a set as it is stored, which nobody changes. */
  @SuppressWarnings("ReferenceEquality") // to compare two sets costs as much as to resolve one
  public ResolvedSet of(PodCliqueSet stored) {
    Resolved known = last;
    if (known == null || known.stored() != stored) {
      known =
          new Resolved(
              stored, ResolvedSet.of(stored, validity, cliques -> judgement(stored, cliques)));
      last = known;
    }
    return known.set();
  }

  private Judgement judgement(PodCliqueSet stored, int cliques) {
    Written written = Written.by(stored);
    Judged known = judged.get(written.place());
    if (known == null || !known.written().equals(written)) {
      known = new Judged(written, new Judgement(cliques));
      judged.set(written.place(), known);
    }
    return known.judgement();
  }
}
