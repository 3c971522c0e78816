/** The HTTPS server that reviews arrive at, and what it bounds. */
@NullMarked
package dev.coppice.webhook.server;

import org.jspecify.annotations.NullMarked;
