/** What a PodClique is made of, whether its set or a scaling group owns it. */
@NullMarked
package dev.coppice.core.clique;

import org.jspecify.annotations.NullMarked;
