/** Which pods of which gangs may be evicted, for whom, and from when on. */
@NullMarked
package dev.coppice.core.queue.victim;

import org.jspecify.annotations.NullMarked;
