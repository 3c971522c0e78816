/** One class for each thing that is tried, complete with its figures and their budgets. */
@NullMarked
package dev.coppice.benchmark.experiment;

import org.jspecify.annotations.NullMarked;
