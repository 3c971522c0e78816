/** Which pods a PodClique has, what they look like, and what is reported about them. */
@NullMarked
package dev.coppice.core.pod;

import org.jspecify.annotations.NullMarked;
