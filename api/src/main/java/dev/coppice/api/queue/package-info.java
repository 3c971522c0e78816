/** Queue: whose share of the cluster gangs take, and how soon others may take it back. */
@NullMarked
package dev.coppice.api.queue;

import org.jspecify.annotations.NullMarked;
