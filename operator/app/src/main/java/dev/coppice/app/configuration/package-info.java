/** The configuration file: its shape, its defaults, and everything that can be wrong with it. */
@NullMarked
package dev.coppice.app.configuration;

import org.jspecify.annotations.NullMarked;
