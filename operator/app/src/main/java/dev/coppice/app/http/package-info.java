/** Small plain-HTTP pages on the JDK's own server, for probes and metrics. */
@NullMarked
package dev.coppice.app.http;

import org.jspecify.annotations.NullMarked;
