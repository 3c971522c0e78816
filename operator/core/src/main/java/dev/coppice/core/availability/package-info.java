/** Whether what a clique or a group has is enough, since when it is not, and what it once had. */
@NullMarked
package dev.coppice.core.availability;

import org.jspecify.annotations.NullMarked;
