/** Names that a set gives, and those that are made from them. */
@NullMarked
package dev.coppice.core.admission.name;

import org.jspecify.annotations.NullMarked;
