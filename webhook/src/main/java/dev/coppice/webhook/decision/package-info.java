/** What each webhook answers: the rules of the core, between a review and a verdict. */
@NullMarked
package dev.coppice.webhook.decision;

import org.jspecify.annotations.NullMarked;
