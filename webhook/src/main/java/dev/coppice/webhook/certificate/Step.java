package dev.coppice.webhook.certificate;

import java.time.Instant;

/** What is to be done next about the certificates. */
sealed interface Step {

  /** Another authority, in front of those that are trusted; what is presented stays, if it can. */
  record RenewAuthority(String reason) implements Step {}

  /** Put what the replicas still hold back into the Secret. */
  record Restore() implements Step {}

  /** Put the bundle into the registrations that have another one. */
  record Publish() implements Step {}

  /** Another certificate for the servers, signed by the newest authority. */
  record RenewServing(String reason) implements Step {}

  /** Take authorities out of the bundle that signed nothing that is presented. */
  record ForgetOldAuthorities() implements Step {}

  /** Nothing before then, unless something changes. */
  record Wait(Instant until) implements Step {}
}
