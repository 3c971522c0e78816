/**
 * Groups and subgroups that have domains of nodes for themselves: their terms, domains and gates.
 */
@NullMarked
package dev.coppice.core.exclusive;

import org.jspecify.annotations.NullMarked;
