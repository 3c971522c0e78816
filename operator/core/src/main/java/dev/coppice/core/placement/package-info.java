/**
 * Placements of pods by schedulers that place a group of pods once: which ones a gang is told by,
 * and which pods have a part in them.
 */
@NullMarked
package dev.coppice.core.placement;

import org.jspecify.annotations.NullMarked;
