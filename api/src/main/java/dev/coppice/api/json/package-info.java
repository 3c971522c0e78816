/** How values are written to and read from JSON where Jackson's own way is not Kubernetes'. */
@NullMarked
package dev.coppice.api.json;

import org.jspecify.annotations.NullMarked;
