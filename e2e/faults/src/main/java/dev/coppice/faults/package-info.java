/** Puts faults between the operator and the API server, one for each call that it makes. */
@NullMarked
package dev.coppice.faults;

import org.jspecify.annotations.NullMarked;
