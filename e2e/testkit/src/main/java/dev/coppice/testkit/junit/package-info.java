/** JUnit's view of the test kit: tests say what they need and get it. */
@NullMarked
package dev.coppice.testkit.junit;

import org.jspecify.annotations.NullMarked;
