/** What the API server makes of our definitions: merging, keeping, explaining, scaling. */
@NullMarked
package dev.coppice.e2e.schema;

import org.jspecify.annotations.NullMarked;
