/** Tells in Kubernetes events what a pass did and what failed. */
@NullMarked
package dev.coppice.kube.event;

import org.jspecify.annotations.NullMarked;
