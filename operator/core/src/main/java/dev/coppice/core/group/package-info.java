/** Which PodCliques a PodCliqueScalingGroup has, and what is reported about it. */
@NullMarked
package dev.coppice.core.group;

import org.jspecify.annotations.NullMarked;
