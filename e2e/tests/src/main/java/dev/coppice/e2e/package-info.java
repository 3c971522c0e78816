/** Tests of the whole product against a real control plane. */
@NullMarked
package dev.coppice.e2e;

import org.jspecify.annotations.NullMarked;
