/** The API server's time, by which everything is decided whatever this machine's clock says. */
@NullMarked
package dev.coppice.kube.clock;

import org.jspecify.annotations.NullMarked;
