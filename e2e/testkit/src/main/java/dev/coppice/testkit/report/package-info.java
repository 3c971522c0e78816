/** What a run of all tests says at its end. */
@NullMarked
package dev.coppice.testkit.report;

import org.jspecify.annotations.NullMarked;
