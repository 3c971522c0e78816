/** Meters that several packages share. */
@NullMarked
package dev.coppice.kube.metrics;

import org.jspecify.annotations.NullMarked;
