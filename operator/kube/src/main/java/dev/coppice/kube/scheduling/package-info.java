/** What the schedulers of a cluster can be told. */
@NullMarked
package dev.coppice.kube.scheduling;

import org.jspecify.annotations.NullMarked;
