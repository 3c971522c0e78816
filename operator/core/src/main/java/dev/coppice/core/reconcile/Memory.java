package dev.coppice.core.reconcile;

import dev.coppice.core.reconcile.Failures.Failure;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an object from one reconcile to the next. It moves writes, reads and
 * events, but never a decision: lost in a crash, it starts anew.
 *
 * @param pending what status change is still unwritten; null when none is
 * @param statusPendingSince when the first such change was seen; null = now
 * @param refutedSince when pods first spoke against what is still stored; null = now
 * @param unkept values that were not kept, and are not written again for now
 * @param lasting failures that stand as long as the namespace, which is being deleted
 * @param inEvents failures of which events have been recorded
 * @param openCreate whether there may be an object that no cache and no answer has shown
 * @param tries reconciles in a row that all have to be repeated
 */
@RecordBuilder
public record Memory(
    @Nullable Pending pending,
    @Nullable Instant statusPendingSince,
    @Nullable Instant refutedSince,
    Unkept unkept,
    List<Failure> lasting,
    Set<Failure> inEvents,
    boolean openCreate,
    int tries) {

  private static final Memory NONE =
      new Memory(null, null, null, Unkept.NOTHING, List.of(), Set.of(), false, 0);

  public Memory {
    lasting = List.copyOf(lasting);
    inEvents = Set.copyOf(inEvents);
  }

  /** Nothing is remembered. */
  public static Memory none() {
    return NONE;
  }

  /** With a status change that is unwritten since then. */
  public Memory withPending(Pending what, Instant since) {
    return MemoryBuilder.builder(this).pending(what).statusPendingSince(since).build();
  }

  /** With all of the status written. */
  public Memory withoutPending() {
    return MemoryBuilder.builder(this).pending(null).statusPendingSince(null).build();
  }

  /** With a create whose outcome nobody knows. */
  Memory withOpenCreate() {
    return MemoryBuilder.builder(this).openCreate(true).build();
  }

  /** After a reconcile that decided nothing. */
  public Memory afterNothing(boolean leftCreateOpen) {
    return MemoryBuilder.builder(this)
        .openCreate(openCreate || leftCreateOpen)
        .tries(tries + 1)
        .build();
  }
}
