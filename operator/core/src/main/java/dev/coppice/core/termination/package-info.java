/** When a replica that has too few Ready pods is deleted as a whole, and how it comes back. */
@NullMarked
package dev.coppice.core.termination;

import org.jspecify.annotations.NullMarked;
