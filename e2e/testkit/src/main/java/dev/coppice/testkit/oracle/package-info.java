/**
 * Rules that every recording keeps, whatever the test was about: functions from a recording to the
 * places where it breaks them. A {@link dev.coppice.testkit.oracle.RunningRule} needs every change
 * and nothing else, a rule at rest what stands at the end: simulations keep these, too. What needs
 * every write, with what it was decided on, only a simulation can judge, and has itself.
 */
@NullMarked
package dev.coppice.testkit.oracle;

import org.jspecify.annotations.NullMarked;
