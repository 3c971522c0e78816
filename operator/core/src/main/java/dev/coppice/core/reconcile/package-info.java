/**
 * What one reconcile knows and what it wants done, as data: snapshot in, plan out, answers back
 * into the snapshot.
 */
@NullMarked
package dev.coppice.core.reconcile;

import org.jspecify.annotations.NullMarked;
