/** The meters of the process and the page that shows them. */
@NullMarked
package dev.coppice.app.metrics;

import org.jspecify.annotations.NullMarked;
