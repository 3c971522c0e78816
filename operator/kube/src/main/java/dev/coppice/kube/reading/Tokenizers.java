package dev.coppice.kube.reading;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;

/**
 * How JSON is taken apart. An API server passes on whatever somebody has written: names of a
 * megabyte, thousands of them whose hashes are equal, lists in lists ten thousand deep.
 */
final class Tokenizers {

  /** An API server takes nothing deeper than 10,000 levels. */
  private static final int DEEPEST_STORED = 20_000;

  /** What a number can have that is turned into one, exponent and all. */
  private static final int LONGEST_NUMBER = 1_000;

  /**
   * The fast one. Its table of known names is kept from text to text and has some thousand places:
   * a longer name, and what else it refuses, is read by the others.
   */
  static final JsonFactory FAST =
      new JsonFactoryBuilder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(ReadingBounds.DEEPEST)
                  .maxNameLength(1_024)
                  .maxNumberLength(LONGEST_NUMBER)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  /** Goes over everything, and keeps nothing of it. */
  static final JsonFactory SKIPPING = forgetful(Integer.MAX_VALUE);

  /** Goes over everything but numbers that would cost much to compute. */
  static final JsonFactory CAREFUL = forgetful(LONGEST_NUMBER);

  private Tokenizers() {}

  private static JsonFactory forgetful(int longestNumber) {
    return new JsonFactoryBuilder()
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(DEEPEST_STORED)
                .maxNameLength(Integer.MAX_VALUE)
                .maxNumberLength(longestNumber)
                .maxStringLength(Integer.MAX_VALUE)
                .build())
        .build();
  }
}
