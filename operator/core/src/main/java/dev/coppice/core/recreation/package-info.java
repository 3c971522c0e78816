/**
 * When a replica that has too few Ready pods, or an outdated template, is deleted as a whole, and
 * how it comes back.
 */
@NullMarked
package dev.coppice.core.recreation;

import org.jspecify.annotations.NullMarked;
