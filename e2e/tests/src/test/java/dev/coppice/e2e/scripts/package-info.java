/** The scripts in {@code hack}, as far as they decide something. */
@NullMarked
package dev.coppice.e2e.scripts;

import org.jspecify.annotations.NullMarked;
