/** The state of an object in one word, for those who count objects. */
@NullMarked
package dev.coppice.core.state;

import org.jspecify.annotations.NullMarked;
