/** Manifests of other operators as PodCliqueSets. */
@NullMarked
package dev.coppice.cli.convert;

import org.jspecify.annotations.NullMarked;
