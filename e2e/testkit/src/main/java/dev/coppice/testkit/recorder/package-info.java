/**
 * What happened to our objects and pods during a test, change by change, in the order in which the
 * API server made the changes.
 */
@NullMarked
package dev.coppice.testkit.recorder;

import org.jspecify.annotations.NullMarked;
