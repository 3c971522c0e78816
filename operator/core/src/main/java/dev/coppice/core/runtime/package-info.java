/** Since when gangs run, until when that protects them, and what they take of their queues. */
@NullMarked
package dev.coppice.core.runtime;

import org.jspecify.annotations.NullMarked;
