/**
 * How a set, a group and a clique come to a changed template: one machine with an adapter a level.
 */
@NullMarked
package dev.coppice.core.update;

import org.jspecify.annotations.NullMarked;
