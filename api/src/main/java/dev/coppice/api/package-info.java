/** The resource model: kinds, names, labels and condition types. No behaviour, no client. */
@NullMarked
package dev.coppice.api;

import org.jspecify.annotations.NullMarked;
