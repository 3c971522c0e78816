/**
 * The Secret that replicas of the webhook share, and whom the API server trusts when it calls them.
 */
@NullMarked
package dev.coppice.kube.trust;

import org.jspecify.annotations.NullMarked;
