/**
 * Pure decisions: what should exist and what to do next, from immutable snapshots and an instant.
 */
@NullMarked
package dev.coppice.core;

import org.jspecify.annotations.NullMarked;
