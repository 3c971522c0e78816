package dev.coppice.webhook.server;

import dev.coppice.webhook.eviction.Extender;
import java.time.Duration;

/**
 * What is taken on of questions of schedulers. A scheduler asks one at a time and waits for the
 * answer; beyond these limits it takes none for an answer, and evicts nobody or everybody, as it is
 * configured.
 *
 * @param bodyBytes of one question, most of which are skipped as they arrive
 * @param entries nodes and victims of one question, which are what is kept of it
 * @param entriesOfAll of all questions that are being received or answered, together
 * @param inFlight that are answered at once
 * @param patience how long a question waits for its turn
 */
record ExtenderLimits(
    long bodyBytes, int entries, int entriesOfAll, int inFlight, Duration patience) {

  /** Room for whole pods; identifiers of a hundred nodes take a thousandth of it. */
  private static final long BODY_BYTES = 64L << 20;

  /** What a victim takes from its first byte to the answer, with its share of caches left out. */
  private static final int ENTRY_BYTES = 512;

  /** Twenty on each node of the largest cluster that Kubernetes supports. */
  private static final int ENTRIES = 100_000;

  private static final int IN_FLIGHT = 8;

  /** With the time for looks, see {@link Extender#LONGEST_LOOK}, well below two seconds. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** As much as a heap bears: a fifth of it. */
  static ExtenderLimits within(long heapBytes) {
    int affordable = (int) Math.min(heapBytes / 5 / ENTRY_BYTES, (long) IN_FLIGHT * ENTRIES);
    return new ExtenderLimits(
        BODY_BYTES, Math.min(ENTRIES, affordable), affordable, IN_FLIGHT, PATIENCE);
  }
}
