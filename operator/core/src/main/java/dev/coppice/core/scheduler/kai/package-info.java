/** Gangs by KAI: what its PodGroups and pods carry, and where their queue comes from. */
@NullMarked
package dev.coppice.core.scheduler.kai;

import org.jspecify.annotations.NullMarked;
