/** An object by itself: its key, its owner, its labels. */
@NullMarked
package dev.coppice.core.object;

import org.jspecify.annotations.NullMarked;
