/** Objects that cannot be read: whose decisions wait for them, and how that is told. */
@NullMarked
package dev.coppice.core.unreadable;

import org.jspecify.annotations.NullMarked;
