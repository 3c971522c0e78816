package dev.coppice.core.plan;

import dev.coppice.core.plan.Refusals.Failure;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an object from one pass to the next. It moves writes and reads, but never a
 * decision: lost in a crash, it starts anew.
 *
 * @param unwrittenSince when the first status change that is still unwritten was seen; null = now
 * @param refutedSince when pods first spoke against what is still stored; null = now
 * @param heldBack rewritten values that have yet to be written again
 * @param lasting failures that stand as long as the namespace, which is being deleted
 */
public record Memory(
    @Nullable Instant unwrittenSince,
    @Nullable Instant refutedSince,
    List<HeldBack> heldBack,
    List<Failure> lasting) {

  private static final Memory NONE = new Memory(null, null, List.of(), List.of());

  public Memory {
    heldBack = List.copyOf(heldBack);
    lasting = List.copyOf(lasting);
  }

  /** Nothing is remembered. */
  public static Memory none() {
    return NONE;
  }

  /** With another instant of the first unwritten status change; null when all is written. */
  public Memory withUnwrittenSince(@Nullable Instant since) {
    return new Memory(since, refutedSince, heldBack, lasting);
  }

  /** With another instant from which on pods have spoken against what is stored; null if none. */
  public Memory withRefutedSince(@Nullable Instant since) {
    return new Memory(unwrittenSince, since, heldBack, lasting);
  }

  /** With other rewritten values. */
  public Memory withHeldBack(List<HeldBack> values) {
    return new Memory(unwrittenSince, refutedSince, values, lasting);
  }

  /** With other failures that stand as long as the namespace. */
  Memory withLasting(List<Failure> failures) {
    return new Memory(unwrittenSince, refutedSince, heldBack, failures);
  }
}
