package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertifiedKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is next, such that callers always trust what is presented: a new authority is in the
 * bundle of every registration before anything that it signed is presented, and an old one stays
 * there until nothing that it signed is.
 */
final class Rotation {

  private final Lifetimes lifetimes;
  private final ServerNames names;

  Rotation(Lifetimes lifetimes, ServerNames names) {
    this.lifetimes = lifetimes;
    this.names = names;
  }

  /**
   * What is known.
   *
   * @param stored what is of use in the Secret
   * @param set the same, completed by what this process holds
   * @param publishedSince since when every registration is known to have its bundle; null if one
   *     has another
   */
  record Situation(
      CertificateSet stored, CertificateSet set, @Nullable Instant publishedSince, Instant now) {}

  Step next(Situation situation) {
    CertificateSet set = situation.set();
    CertifiedKey authority = set.authority();
    CertifiedKey serving = set.serving();
    if (authority == null || isOver(authority.certificate(), situation.now())) {
      return new Step.RenewAuthority("there is none of use");
    }
    if (serving == null || isOver(serving.certificate(), situation.now())) {
      return new Step.RenewServing("there is none of use");
    }
    if (!set.equals(situation.stored())) {
      return new Step.Restore();
    }
    if (situation.publishedSince() == null) {
      return new Step.Publish();
    }
    Instant settled = situation.publishedSince().plus(lifetimes.settling());
    return next(set, authority.certificate(), serving.certificate(), settled, situation.now());
  }

  private Step next(
      CertificateSet set,
      X509Certificate authority,
      X509Certificate serving,
      Instant settled,
      Instant now) {
    Instant authorityRenewal = Lifetimes.renewal(authority);
    if (!now.isBefore(authorityRenewal)) {
      return new Step.RenewAuthority("it has lived two thirds of its time");
    }
    String servingFault = fault(set, serving, now);
    if (servingFault != null) {
      return now.isBefore(settled) ? new Step.Wait(settled) : new Step.RenewServing(servingFault);
    }
    Instant servingRenewal = Lifetimes.renewal(serving);
    if (set.trusted().size() == 1) {
      return new Step.Wait(earlier(authorityRenewal, servingRenewal));
    }
    Instant forgetting = forgetting(set, serving);
    return now.isBefore(forgetting)
        ? new Step.Wait(earlier(forgetting, earlier(authorityRenewal, servingRenewal)))
        : new Step.ForgetOldAuthorities();
  }

  private @Nullable String fault(CertificateSet set, X509Certificate serving, Instant now) {
    if (!set.isServingFromNewest()) {
      return "there is a newer authority";
    }
    if (!names.areIn(serving)) {
      return "the server has other names";
    }
    return now.isBefore(Lifetimes.renewal(serving)) ? null : "it has lived two thirds of its time";
  }

  /** Those that are over are of no use to anybody who still presents what they signed. */
  private Instant forgetting(CertificateSet set, X509Certificate serving) {
    Instant overlapped = serving.getNotBefore().toInstant().plus(lifetimes.overlap());
    return set.trusted().stream()
        .skip(1)
        .map(old -> earlier(old.getNotAfter().toInstant(), overlapped))
        .min(Instant::compareTo)
        .orElseThrow();
  }

  /** Of the authorities that were trusted so far, those that a new one is put in front of. */
  static List<X509Certificate> worthKeeping(CertificateSet set, Instant now) {
    List<X509Certificate> valid =
        set.trusted().stream().filter(authority -> !isOver(authority, now)).toList();
    // Whoever makes us renew again and again must not make the bundle grow.
    return Stream.concat(valid.stream().limit(2), valid.stream().filter(set::signed))
        .distinct()
        .toList();
  }

  /** Those that may go when old ones go: the newest stays, and what is not yet due. */
  List<X509Certificate> afterForgetting(CertificateSet set, Instant now) {
    X509Certificate serving = Objects.requireNonNull(set.serving()).certificate();
    boolean overlapped =
        !now.isBefore(serving.getNotBefore().toInstant().plus(lifetimes.overlap()));
    return Stream.concat(
            Stream.of(set.trusted().getFirst()),
            set.trusted().stream().skip(1).filter(old -> !overlapped && !isOver(old, now)))
        .toList();
  }

  private static boolean isOver(X509Certificate certificate, Instant now) {
    return !now.isBefore(certificate.getNotAfter().toInstant());
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
