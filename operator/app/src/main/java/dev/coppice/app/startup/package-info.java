/** What a cluster must offer before controllers start. */
@NullMarked
package dev.coppice.app.startup;

import org.jspecify.annotations.NullMarked;
