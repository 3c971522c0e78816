/** Turns the actions of a plan into calls and the replies into outcomes. */
@NullMarked
package dev.coppice.kube.execute;

import org.jspecify.annotations.NullMarked;
