/** Questions of the API server and the answers to them, as objects and as JSON. */
@NullMarked
package dev.coppice.webhook.review;

import org.jspecify.annotations.NullMarked;
