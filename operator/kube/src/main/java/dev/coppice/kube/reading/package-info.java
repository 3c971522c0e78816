/**
 * What the API server sends, as objects. What a kind cannot hold becomes an object of its metadata
 * that is marked as unreadable, and never an exception.
 */
@NullMarked
package dev.coppice.kube.reading;

import org.jspecify.annotations.NullMarked;
