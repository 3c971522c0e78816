package dev.coppice.core.reconcile;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A rewritten value that is not written again before its time, whatever brings reconciles in
 * between.
 *
 * @param rewrite the value
 * @param until when it is tried again
 * @param tries how often in a row it was written and rewritten
 */
public record HeldBack(Rewrite rewrite, Instant until, int tries) {

  /**
   * What is held back after a reconcile.
   *
   * @param before what was held back when it began, due or not
   * @param rewrites what was held back in it, or has been rewritten in it
   * @param whole false when the reconcile was cut short: then it may not have come to what was due
   */
  static List<HeldBack> after(
      List<HeldBack> before, List<Rewrite> rewrites, boolean whole, Instant began, Instant now) {
    Stream<HeldBack> next =
        rewrites.stream()
            .map(rewrite -> {
              Optional<HeldBack> known =
                  before.stream().filter(one -> one.isAbout(rewrite)).findFirst();
              return known
                  .filter(one -> !one.isDue(began))
                  .orElseGet(() -> again(rewrite, known.map(HeldBack::tries).orElse(0) + 1, now));
            });
    Stream<HeldBack> left =
        before.stream().filter(one -> !whole && rewrites.stream().noneMatch(one::isAbout));
    return Stream.concat(next, left).toList();
  }

  private static HeldBack again(Rewrite rewrite, int tries, Instant now) {
    return new HeldBack(rewrite, now.plus(Reconcile.BACK_OFF.after(tries)), tries);
  }

  boolean isDue(Instant now) {
    return !now.isBefore(until);
  }

  private boolean isAbout(Rewrite other) {
    return rewrite.target().equals(other.target()) && rewrite.field().equals(other.field());
  }
}
