/** What the pods of a set may be made of. */
@NullMarked
package dev.coppice.core.admission.pod;

import org.jspecify.annotations.NullMarked;
