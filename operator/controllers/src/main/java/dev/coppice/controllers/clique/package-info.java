/** The level of the PodClique: what wakes it, what it sees, and its reconciler. */
@NullMarked
package dev.coppice.controllers.clique;

import org.jspecify.annotations.NullMarked;
