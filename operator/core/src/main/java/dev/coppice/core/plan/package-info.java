/**
 * What one pass knows and what it wants done, as data: snapshot in, plan out, answers back into the
 * snapshot.
 */
@NullMarked
package dev.coppice.core.plan;

import org.jspecify.annotations.NullMarked;
