/** Notices when the history of the API server's store is cut, as by an older backup of it. */
@NullMarked
package dev.coppice.kube.history;

import org.jspecify.annotations.NullMarked;
