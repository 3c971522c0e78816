/** What users do to have Coppice in a cluster, and to be rid of it. */
@NullMarked
package dev.coppice.e2e.install;

import org.jspecify.annotations.NullMarked;
