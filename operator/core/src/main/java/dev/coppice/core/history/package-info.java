/** Which revisions of the API server's store were seen, and whether its history was cut. */
@NullMarked
package dev.coppice.core.history;

import org.jspecify.annotations.NullMarked;
