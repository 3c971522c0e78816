/**
 * Admission: defaulting, validation and protection, the scheduler extender, and their certificates.
 */
@NullMarked
package dev.coppice.webhook;

import org.jspecify.annotations.NullMarked;
