/** The rules of the code's structure that no module can check alone. */
@NullMarked
package dev.coppice.e2e.structure;

import org.jspecify.annotations.NullMarked;
