/** What a PodCliqueSet must be: one rule for each topic. */
@NullMarked
package dev.coppice.core.admission.set;

import org.jspecify.annotations.NullMarked;
