/** PodGang: the pods that a scheduler places together or not at all. */
@NullMarked
package dev.coppice.api.gang;

import org.jspecify.annotations.NullMarked;
