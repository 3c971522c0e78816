package dev.coppice.kube.authorization;

/** What the API server says of somebody with a token. */
public sealed interface Access {

  /** Nobody has this token, or not any more. */
  record Unknown() implements Access {}

  /** Somebody without the right. */
  record Refused(String user) implements Access {}

  /** Somebody with it. */
  record Allowed(String user) implements Access {}
}
