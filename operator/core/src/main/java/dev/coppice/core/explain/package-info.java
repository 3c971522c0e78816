/**
 * What users are told of the state of their objects: one word, the cause, and what is waited for.
 */
@NullMarked
package dev.coppice.core.explain;

import org.jspecify.annotations.NullMarked;
