/**
 * Reconcilers and event mapping, one folder of the same shape for each level.
 */
@NullMarked
package dev.coppice.controllers;

import org.jspecify.annotations.NullMarked;
