/** Which children a PodCliqueSet has, and what its status says. */
@NullMarked
package dev.coppice.core.set;

import org.jspecify.annotations.NullMarked;
