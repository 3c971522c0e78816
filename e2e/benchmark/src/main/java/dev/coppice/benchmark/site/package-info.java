/**
 * Where and on whom is measured: a cluster, an operator in it, and the clocks and counts of both.
 */
@NullMarked
package dev.coppice.benchmark.site;

import org.jspecify.annotations.NullMarked;
