/** What is watched, which changes wake a pass, and how often passes run. */
@NullMarked
package dev.coppice.kube.source;

import org.jspecify.annotations.NullMarked;
