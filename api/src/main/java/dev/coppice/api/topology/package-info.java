/** ClusterTopologyBinding, and the placement constraints that name its levels. */
@NullMarked
package dev.coppice.api.topology;

import org.jspecify.annotations.NullMarked;
