/** The objects that tell the API server what to ask the webhook about. */
@NullMarked
package dev.coppice.webhook.registration;

import org.jspecify.annotations.NullMarked;
