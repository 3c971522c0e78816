/**
 * The planners of all levels against a model of the cluster in which everything that can go wrong
 * does.
 */
@NullMarked
package dev.coppice.simulator;

import org.jspecify.annotations.NullMarked;
