/** How lengths of time are written in manifests and configuration files. */
@NullMarked
package dev.coppice.core.time;

import org.jspecify.annotations.NullMarked;
