/**
 * The pods of a PodClique: what they are made of, what has become of them, which indices are filled
 * and given up.
 */
@NullMarked
package dev.coppice.core.pod;

import org.jspecify.annotations.NullMarked;
