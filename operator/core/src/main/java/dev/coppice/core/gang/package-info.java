/** The composition of PodGangs and what their status says. */
@NullMarked
package dev.coppice.core.gang;

import org.jspecify.annotations.NullMarked;
