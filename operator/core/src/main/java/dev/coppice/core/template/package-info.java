/** What PodCliques and pods are made from: a set with its defaults, its cliques, their hashes. */
@NullMarked
package dev.coppice.core.template;

import org.jspecify.annotations.NullMarked;
