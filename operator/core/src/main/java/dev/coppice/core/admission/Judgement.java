package dev.coppice.core.admission;

import dev.coppice.core.admission.field.Findings;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is worked out about a set from what its user wrote, whatever its status says: what is wrong
 * with it, and the hashes of its templates. It is dear, so it is computed when it is first asked
 * for, and then once; two threads that ask first may both compute it. It holds no part of the set.
 */
final class Judgement {

  private final Once<Findings> findings = new Once<>();
  private final Once<Boolean> bounded = new Once<>();
  private final Once<String> generationHash = new Once<>();
  private final List<Once<String>> hashes;

  /**
   * Of a set about which nothing has been asked.
   *
   * @param cliques how many templates it has
   */
  Judgement(int cliques) {
    this.hashes = Stream.generate(Once<String>::new).limit(cliques).toList();
  }

  private static final class Once<T> {

    private volatile @Nullable T value;

    T get(Supplier<T> compute) {
      T known = value;
      if (known == null) {
        known = compute.get();
        value = known;
      }
      return known;
    }
  }

  /** What is wrong with the set. */
  Findings findings(Supplier<Findings> judge) {
    return findings.get(judge);
  }

  /** Whether no cap is broken. */
  boolean isBounded(Supplier<Boolean> judge) {
    return bounded.get(judge);
  }

  /** The hash of all its templates together. */
  String generationHash(Supplier<String> hash) {
    return generationHash.get(hash);
  }

  /**
   * The hash of one of its templates.
   *
   * @param index which one it is
   */
  String hash(int index, Supplier<String> hash) {
    return hashes.get(index).get(hash);
  }
}
