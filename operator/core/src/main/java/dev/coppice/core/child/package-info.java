/** How a primary makes, changes, takes back and deletes its children. */
@NullMarked
package dev.coppice.core.child;

import org.jspecify.annotations.NullMarked;
