/** Runs one reconcile: snapshot, rounds, events, memory, instant of the next look. */
@NullMarked
package dev.coppice.kube.reconcile;

import org.jspecify.annotations.NullMarked;
