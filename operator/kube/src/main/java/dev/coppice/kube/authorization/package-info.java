/** Who somebody is to the API server, and what he may do. */
@NullMarked
package dev.coppice.kube.authorization;

import org.jspecify.annotations.NullMarked;
