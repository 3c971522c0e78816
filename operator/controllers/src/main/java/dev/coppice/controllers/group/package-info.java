/** The level of the PodCliqueScalingGroup: what wakes it, what it sees, and its reconciler. */
@NullMarked
package dev.coppice.controllers.group;

import org.jspecify.annotations.NullMarked;
