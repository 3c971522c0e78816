/** The connection to the Kubernetes API server. */
@NullMarked
package dev.coppice.app.client;

import org.jspecify.annotations.NullMarked;
