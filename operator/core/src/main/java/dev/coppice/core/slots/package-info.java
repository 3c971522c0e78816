/**
 * The groups of pods as they are in view: which PodCliques a group consists of, and how divided.
 */
@NullMarked
package dev.coppice.core.slots;

import org.jspecify.annotations.NullMarked;
