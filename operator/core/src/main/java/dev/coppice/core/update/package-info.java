/** What a set asks of its parts when its template has changed. */
@NullMarked
package dev.coppice.core.update;

import org.jspecify.annotations.NullMarked;
