/** A cluster in which something happens all the time, by chance, and what is left of it. */
@NullMarked
package dev.coppice.e2e.acts;

import org.jspecify.annotations.NullMarked;
