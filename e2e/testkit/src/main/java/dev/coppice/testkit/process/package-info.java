/**
 * Processes that a test or a script starts, with their ports, logs and a record by which a later
 * run finds them again.
 */
@NullMarked
package dev.coppice.testkit.process;

import org.jspecify.annotations.NullMarked;
