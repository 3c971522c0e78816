/** PodCliqueSet: what a user writes, and what is reported back about all of it. */
@NullMarked
package dev.coppice.api.set;

import org.jspecify.annotations.NullMarked;
