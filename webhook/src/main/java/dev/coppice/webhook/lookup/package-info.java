/** What rules compare objects with, as the cluster has it. */
@NullMarked
package dev.coppice.webhook.lookup;

import org.jspecify.annotations.NullMarked;
