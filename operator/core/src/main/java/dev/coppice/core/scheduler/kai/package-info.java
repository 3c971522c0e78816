/**
 * Gangs by KAI: what its PodGroups and pods carry, where their queue comes from, and its
 * topologies.
 */
@NullMarked
package dev.coppice.core.scheduler.kai;

import org.jspecify.annotations.NullMarked;
