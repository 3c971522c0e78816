/**
 * The operator among faults: killed, refused, cut off, and told things twice, late or out of order.
 */
@NullMarked
package dev.coppice.e2e.faults;

import org.jspecify.annotations.NullMarked;
