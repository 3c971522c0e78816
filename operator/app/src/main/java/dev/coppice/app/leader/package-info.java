/** Which one of several replicas may act. */
@NullMarked
package dev.coppice.app.leader;

import org.jspecify.annotations.NullMarked;
