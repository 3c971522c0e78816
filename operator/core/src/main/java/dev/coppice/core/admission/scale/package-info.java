/** What may be asked for by changing a number of replicas. */
@NullMarked
package dev.coppice.core.admission.scale;

import org.jspecify.annotations.NullMarked;
