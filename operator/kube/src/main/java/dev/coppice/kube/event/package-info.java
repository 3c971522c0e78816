/** Tells in Kubernetes events what a reconcile did and what failed. */
@NullMarked
package dev.coppice.kube.event;

import org.jspecify.annotations.NullMarked;
