/** Template and generation hashes. */
@NullMarked
package dev.coppice.core.rollout;

import org.jspecify.annotations.NullMarked;
