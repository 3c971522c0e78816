/** How pods are prepared for the scheduler that places them. */
@NullMarked
package dev.coppice.core.scheduler;

import org.jspecify.annotations.NullMarked;
