/** Who may evict whom, and how soon: the tree of queues, minimum runtimes, and start times. */
@NullMarked
package dev.coppice.core.queue;

import org.jspecify.annotations.NullMarked;
