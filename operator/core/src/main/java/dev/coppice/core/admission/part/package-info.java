/** The parts of a set as rules go through them. */
@NullMarked
package dev.coppice.core.admission.part;

import org.jspecify.annotations.NullMarked;
