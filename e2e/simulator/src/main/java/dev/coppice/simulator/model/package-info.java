/** An API server in memory, with just enough of a cluster around it, that plans are applied to. */
@NullMarked
package dev.coppice.simulator.model;

import org.jspecify.annotations.NullMarked;
