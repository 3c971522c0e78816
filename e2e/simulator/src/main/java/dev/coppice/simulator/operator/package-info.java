/**
 * The operator's process as a simulation sees it: caches that lag, reconciles that go one call a
 * step.
 */
@NullMarked
package dev.coppice.simulator.operator;

import org.jspecify.annotations.NullMarked;
