/** How the pods of a group are divided into subgroups, and what each of them is told of it. */
@NullMarked
package dev.coppice.core.subgroup;

import org.jspecify.annotations.NullMarked;
