/**
 * What must hold where the stock scheduler places gangs, judged by the nodes that pods have had.
 */
@NullMarked
package dev.coppice.simulator.gang;

import org.jspecify.annotations.NullMarked;
