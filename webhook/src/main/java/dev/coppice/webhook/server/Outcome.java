package dev.coppice.webhook.server;

import java.util.Locale;

/** How a request ended. */
enum Outcome {
  /** The object may be stored. */
  ALLOWED,
  /** It may not. */
  DENIED,
  /** The request was no review. */
  UNREADABLE,
  /** It was one too many. */
  OVERLOADED,
  /** What the answer depends on could not be known. */
  UNAVAILABLE,
  /** To judge it took too long. */
  OVERDUE,
  /** A bug. */
  FAILED,
  /** Whoever asked went away. */
  ABORTED;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
