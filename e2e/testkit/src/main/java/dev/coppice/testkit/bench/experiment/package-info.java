/** One class for each thing that is tried, complete with its figures and their budgets. */
@NullMarked
package dev.coppice.testkit.bench.experiment;

import org.jspecify.annotations.NullMarked;
