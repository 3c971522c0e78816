/** Simulated nodes, and the rules by which KWOK plays the pods on them. */
@NullMarked
package dev.coppice.testkit.nodes;

import org.jspecify.annotations.NullMarked;
