/** What is watched, whom a change wakes, and how often passes run. */
@NullMarked
package dev.coppice.kube.source;

import org.jspecify.annotations.NullMarked;
