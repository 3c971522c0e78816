package dev.coppice.testkit.simulator.operator;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the shell keeps about one object between two passes.
 *
 * @param unwrittenSince when the first status change that is still unwritten was seen
 * @param tries passes in a row that all have to be repeated
 */
record PassMemory(@Nullable Instant unwrittenSince, int tries) {

  static final PassMemory AT_REST = new PassMemory(null, 0);
}
