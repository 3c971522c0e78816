/** Admission: what answers the API server before it stores an object. */
@NullMarked
package dev.coppice.webhook;

import org.jspecify.annotations.NullMarked;
