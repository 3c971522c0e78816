/** The only place that reads and writes the cluster. */
@NullMarked
package dev.coppice.kube;

import org.jspecify.annotations.NullMarked;
