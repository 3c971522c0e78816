/** What must hold for every write of a simulation, and what must stand at its end. */
@NullMarked
package dev.coppice.simulator.rule;

import org.jspecify.annotations.NullMarked;
