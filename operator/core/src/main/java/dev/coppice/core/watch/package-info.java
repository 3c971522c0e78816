/** What decisions read beside their own object, and which changes of it can change a decision. */
@NullMarked
package dev.coppice.core.watch;

import org.jspecify.annotations.NullMarked;
