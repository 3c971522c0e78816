/** The level of the PodCliqueSet: what wakes it, what it sees, and its reconciler. */
@NullMarked
package dev.coppice.controllers.set;

import org.jspecify.annotations.NullMarked;
