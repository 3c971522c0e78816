/** Asks a webhook by itself, past the API server: in earnest, and by whoever means no good. */
@NullMarked
package dev.coppice.testkit.review;

import org.jspecify.annotations.NullMarked;
