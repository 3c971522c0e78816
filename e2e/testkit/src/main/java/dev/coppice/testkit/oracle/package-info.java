/**
 * Rules that every recording keeps, whatever the test was about: functions from a recording to the
 * places where it breaks them.
 */
@NullMarked
package dev.coppice.testkit.oracle;

import org.jspecify.annotations.NullMarked;
