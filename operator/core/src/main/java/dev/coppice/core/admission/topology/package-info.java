/** What a ClusterTopologyBinding must be, and how the constraints of a set fit its levels. */
@NullMarked
package dev.coppice.core.admission.topology;

import org.jspecify.annotations.NullMarked;
