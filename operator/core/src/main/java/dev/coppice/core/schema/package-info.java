/** What the schemas that are served have no place for, though we write it. */
@NullMarked
package dev.coppice.core.schema;

import org.jspecify.annotations.NullMarked;
