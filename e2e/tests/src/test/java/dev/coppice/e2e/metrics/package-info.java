/** What a running process tells Prometheus, against what is written about it. */
@NullMarked
package dev.coppice.e2e.metrics;

import org.jspecify.annotations.NullMarked;
