package dev.coppice.core.admission;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.json.ModelJson;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.lang.ref.WeakReference;
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

  /**
   * A judgement that is kept.
   *
   * @param seen the object that was asked about last, for as long as anybody else holds it: what
   *     was written in it need not be looked through again
   */
  private record Judged(Written written, WeakReference<PodCliqueSet> seen, Judgement judgement) {}

  /**
   * What a judgement holds for.
   *
   * @param content of all that is judged: after a restore the same generation may say something
   *     else. A specification is hashed as text, which costs no more than it is long
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
              set.statusOrEmpty().restartedAt(),
              ModelJson.text(set.getSpec())));
    }
  }

  private static int place(PodCliqueSet set) {
    int hash = Objects.hashCode(set.getMetadata().getUid());
    return (hash ^ hash >>> 16) & PLACES - 1;
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
    int place = place(stored);
    Judged known = judged.get(place);
    if (known != null && known.seen().refersTo(stored)) {
      return known.judgement();
    }
    Written written = Written.by(stored);
    Judgement judgement =
        known != null && known.written().equals(written)
            ? known.judgement()
            : new Judgement(cliques);
    judged.set(place, new Judged(written, new WeakReference<>(stored), judgement));
    return judgement;
  }
}
