/** Who may change what the operator made. */
@NullMarked
package dev.coppice.core.admission.protection;

import org.jspecify.annotations.NullMarked;
