/** Quantities of Kubernetes that come from outside: what they amount to, and what reading costs. */
@NullMarked
package dev.coppice.core.quantity;

import org.jspecify.annotations.NullMarked;
