/** The level of the PodCliqueSet: its children of every kind, and what is reported about it. */
@NullMarked
package dev.coppice.core.set;

import org.jspecify.annotations.NullMarked;
