/**
 * What the informers keep of an object, and how a reconcile reads it and hands back its own writes.
 */
@NullMarked
package dev.coppice.kube.cache;

import org.jspecify.annotations.NullMarked;
