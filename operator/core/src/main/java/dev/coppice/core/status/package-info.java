/** What is written to a status and when: conditions, last errors, coalescing. */
@NullMarked
package dev.coppice.core.status;

import org.jspecify.annotations.NullMarked;
