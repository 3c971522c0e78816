/**
 * Sends what nobody expects, generated from a seed, to everything that reads what comes from
 * outside: the webhook, the readers of watches and lists, and the planners.
 */
@NullMarked
package dev.coppice.fuzz;

import org.jspecify.annotations.NullMarked;
