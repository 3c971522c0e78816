/** PodCliqueScalingGroup: cliques of one set replica that scale together. */
@NullMarked
package dev.coppice.api.group;

import org.jspecify.annotations.NullMarked;
