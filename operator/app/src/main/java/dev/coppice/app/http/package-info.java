/** Small pages for probes and metrics, which answer whatever the rest of the process does. */
@NullMarked
package dev.coppice.app.http;

import org.jspecify.annotations.NullMarked;
