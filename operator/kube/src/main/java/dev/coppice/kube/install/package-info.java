/** Brings into a cluster what our kinds need there. */
@NullMarked
package dev.coppice.kube.install;

import org.jspecify.annotations.NullMarked;
