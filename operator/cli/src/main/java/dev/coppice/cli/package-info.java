/**
 * The user commands of coppice and kubectl coppice: status, explain, plan, tree, restart, convert.
 */
@NullMarked
package dev.coppice.cli;

import org.jspecify.annotations.NullMarked;
