package dev.coppice.core.admission;

import dev.coppice.core.admission.field.Findings;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is worked out about a set from what its user wrote, whatever its status says: what is wrong
 * with it, and the hashes of its templates. It is dear, so it is computed when it is first asked
 * for, and then once; two threads that ask first may both compute it. It holds no part of the set.
 */
final class Judgement {

  private final AtomicReferenceArray<@Nullable String> hashes;
  private volatile @Nullable Findings findings;
  private volatile @Nullable Boolean bounded;
  private volatile @Nullable String generationHash;

  /**
   * Of a set about which nothing has been asked.
   *
   * @param cliques how many templates it has
   */
  Judgement(int cliques) {
    this.hashes = new AtomicReferenceArray<>(cliques);
  }

  /** What is wrong with the set. */
  Findings findings(Supplier<Findings> judge) {
    Findings known = findings;
    if (known == null) {
      known = judge.get();
      findings = known;
    }
    return known;
  }

  /** Whether no cap is broken. */
  boolean isBounded(Supplier<Boolean> judge) {
    Boolean known = bounded;
    if (known == null) {
      known = judge.get();
      bounded = known;
    }
    return known;
  }

  /** The hash of all its templates together. */
  String generationHash(Supplier<String> hash) {
    String known = generationHash;
    if (known == null) {
      known = hash.get();
      generationHash = known;
    }
    return known;
  }

  /**
   * The hash of one of its templates.
   *
   * @param index which one it is
   */
  String hash(int index, Supplier<String> hash) {
    String known = hashes.get(index);
    if (known == null) {
      known = hash.get();
      hashes.set(index, known);
    }
    return known;
  }
}
