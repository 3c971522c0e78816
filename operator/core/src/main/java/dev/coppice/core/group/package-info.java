/** The level of the PodCliqueScalingGroup: its member PodCliques, and what is reported about it. */
@NullMarked
package dev.coppice.core.group;

import org.jspecify.annotations.NullMarked;
