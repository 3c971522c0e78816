/** The network between a process and the API server, and how it fails. */
@NullMarked
package dev.coppice.testkit.network;

import org.jspecify.annotations.NullMarked;
