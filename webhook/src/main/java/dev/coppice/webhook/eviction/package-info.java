/** Who may be evicted: what the scheduler asks before it evicts, and the guard behind it. */
@NullMarked
package dev.coppice.webhook.eviction;

import org.jspecify.annotations.NullMarked;
