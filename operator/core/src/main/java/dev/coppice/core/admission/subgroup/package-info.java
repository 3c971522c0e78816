/** The rules about groups of pods: how they are divided, and where they want to be alone. */
@NullMarked
package dev.coppice.core.admission.subgroup;

import org.jspecify.annotations.NullMarked;
