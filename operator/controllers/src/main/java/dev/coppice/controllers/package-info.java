/** Controllers: one folder of the same shape for each level, and what starts and stops them. */
@NullMarked
package dev.coppice.controllers;

import org.jspecify.annotations.NullMarked;
