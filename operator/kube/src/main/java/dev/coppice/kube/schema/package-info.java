/** The schemas by which the API server stores what we write. */
@NullMarked
package dev.coppice.kube.schema;

import org.jspecify.annotations.NullMarked;
