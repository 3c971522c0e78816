/** The benchmark: what the operator is measured by, on a control plane made for it. */
@NullMarked
package dev.coppice.benchmark;

import org.jspecify.annotations.NullMarked;
