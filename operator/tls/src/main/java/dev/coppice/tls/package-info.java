/**
 * Certificate authorities, leaf certificates and PEM, for the webhook and the test control plane.
 */
@NullMarked
package dev.coppice.tls;

import org.jspecify.annotations.NullMarked;
