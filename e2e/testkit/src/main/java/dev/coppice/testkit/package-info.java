/**
 * A real control plane on loopback, the recorder of everything that happens on it, and the rigs
 * built on both.
 */
@NullMarked
package dev.coppice.testkit;

import org.jspecify.annotations.NullMarked;
