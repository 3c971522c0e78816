/** The level of the ClusterTopologyBinding: what schedulers know of a topology, and its status. */
@NullMarked
package dev.coppice.core.binding;

import org.jspecify.annotations.NullMarked;
