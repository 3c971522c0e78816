/** What the API server's own account says about who asked for how many changes. */
@NullMarked
package dev.coppice.testkit.audit;

import org.jspecify.annotations.NullMarked;
