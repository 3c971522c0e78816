/** The network between a process and the API server, and how it fails. */
@NullMarked
package dev.coppice.e2e.network;

import org.jspecify.annotations.NullMarked;
