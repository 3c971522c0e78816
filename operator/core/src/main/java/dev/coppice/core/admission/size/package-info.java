/** How many replicas, pods and gangs a set may ask for. */
@NullMarked
package dev.coppice.core.admission.size;

import org.jspecify.annotations.NullMarked;
