package dev.coppice.simulator.operator;

import dev.coppice.core.plan.Memory;

/**
 * What the shell keeps about one object between two passes.
 *
 * @param memory what the planner left for the next pass
 * @param tries passes in a row that all have to be repeated
 */
record PassMemory(Memory memory, int tries) {

  static final PassMemory AT_REST = new PassMemory(Memory.none(), 0);
}
