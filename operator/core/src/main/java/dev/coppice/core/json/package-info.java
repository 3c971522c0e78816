/** How values of the model are written as JSON. */
@NullMarked
package dev.coppice.core.json;

import org.jspecify.annotations.NullMarked;
