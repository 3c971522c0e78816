/** Tenants who send what nobody expects, and the others who must not notice. */
@NullMarked
package dev.coppice.e2e.hostile;

import org.jspecify.annotations.NullMarked;
