package dev.coppice.webhook.certificate;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/**
 * How long things last.
 *
 * @param authority validity of an authority
 * @param serving validity of what the server presents
 * @param settling how long every API server has to learn whom to trust, before it is presented
 *     something that only that one signed
 * @param overlap how long an authority stays trusted when nothing that it signed is presented any
 *     more, for replicas that have not heard of it
 */
record Lifetimes(Duration authority, Duration serving, Duration settling, Duration overlap) {

  /** A year and a quarter of a year, both renewed after two thirds. */
  static final Lifetimes DEFAULTS =
      new Lifetimes(
          Duration.ofDays(365), Duration.ofDays(90), Duration.ofSeconds(15), Duration.ofDays(1));

  /** Before the end of what nobody has renewed. */
  private static final Duration LONGEST_NOTICE = Duration.ofDays(30);

  /** When a certificate is renewed: late enough to be rare, early enough to fail for weeks. */
  static Instant renewal(X509Certificate certificate) {
    Instant from = certificate.getNotBefore().toInstant();
    Duration validity = Duration.between(from, certificate.getNotAfter().toInstant());
    return from.plus(validity.multipliedBy(2).dividedBy(3));
  }

  /**
   * When whoever renews a certificate should have done so: cert-manager, too, does it a third of
   * the validity before the end.
   */
  static Instant overdue(X509Certificate certificate) {
    Instant end = certificate.getNotAfter().toInstant();
    Duration sixth = Duration.between(certificate.getNotBefore().toInstant(), end).dividedBy(6);
    return end.minus(sixth.compareTo(LONGEST_NOTICE) < 0 ? sixth : LONGEST_NOTICE);
  }
}
