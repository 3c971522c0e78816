package dev.coppice.core.reconcile;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What sort of status change waits to be written. */
public enum Pending {
  /** Numbers, conditions, anything that somebody may read. */
  STATUS,
  /** Nothing but the words in which conditions tell people what is so. */
  WORDS;

  /** Since when such a change has been waiting; null if none has. */
  public @Nullable Instant since(Memory memory) {
    return memory.pending() == this ? memory.statusPendingSince() : null;
  }
}
