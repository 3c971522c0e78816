/** How calls reach the API server: the client, its limits and its meters. */
@NullMarked
package dev.coppice.kube.client;

import org.jspecify.annotations.NullMarked;
