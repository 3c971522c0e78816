/**
 * What the levels share about training jobs: attempts, which pods count as what, and which of their
 * indices are done or have failed.
 */
@NullMarked
package dev.coppice.core.training;

import org.jspecify.annotations.NullMarked;
