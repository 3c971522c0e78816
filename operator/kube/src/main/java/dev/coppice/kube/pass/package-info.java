/** Runs one pass: snapshot, rounds, events, memory, instant of the next look. */
@NullMarked
package dev.coppice.kube.pass;

import org.jspecify.annotations.NullMarked;
