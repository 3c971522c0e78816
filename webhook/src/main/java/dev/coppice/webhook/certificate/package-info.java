/** What the server presents, where it comes from, and how it is renewed without a failed review. */
@NullMarked
package dev.coppice.webhook.certificate;

import org.jspecify.annotations.NullMarked;
