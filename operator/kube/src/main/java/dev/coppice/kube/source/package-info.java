/** What is watched, whom a change wakes, and how often reconciles run. */
@NullMarked
package dev.coppice.kube.source;

import org.jspecify.annotations.NullMarked;
