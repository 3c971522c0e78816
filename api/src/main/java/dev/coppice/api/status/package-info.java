/** Parts that the status of several kinds has in common. */
@NullMarked
package dev.coppice.api.status;

import org.jspecify.annotations.NullMarked;
