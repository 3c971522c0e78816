/**
 * The parts of one set as they are in view: its PodCliques, the sizes of its groups, who starts
 * before whom.
 */
@NullMarked
package dev.coppice.core.tree;

import org.jspecify.annotations.NullMarked;
