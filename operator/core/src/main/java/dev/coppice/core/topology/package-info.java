/** What a set asks of a topology of nodes, and what its gangs carry of it. */
@NullMarked
package dev.coppice.core.topology;

import org.jspecify.annotations.NullMarked;
