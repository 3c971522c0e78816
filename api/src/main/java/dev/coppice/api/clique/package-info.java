/** PodClique: pods of one role, made from one pod specification. */
@NullMarked
package dev.coppice.api.clique;

import org.jspecify.annotations.NullMarked;
