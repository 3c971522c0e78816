/** Figures, their budgets, and the table that puts both side by side. */
@NullMarked
package dev.coppice.benchmark.figure;

import org.jspecify.annotations.NullMarked;
