/** What the process says about its own health, and how probes read it. */
@NullMarked
package dev.coppice.app.health;

import org.jspecify.annotations.NullMarked;
