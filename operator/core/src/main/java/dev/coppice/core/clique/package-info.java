/** The level of the PodClique: its pods, and what is reported about it. */
@NullMarked
package dev.coppice.core.clique;

import org.jspecify.annotations.NullMarked;
