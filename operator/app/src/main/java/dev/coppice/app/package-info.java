/** The process: subcommands, configuration, wiring, metrics, health and leader election. */
@NullMarked
package dev.coppice.app;

import org.jspecify.annotations.NullMarked;
