/** Defaults and rules as functions from object to result. */
@NullMarked
package dev.coppice.core.admission;

import org.jspecify.annotations.NullMarked;
