package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertifiedKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

  Step next(Situation situation) {
    CertificateSet set = situation.set();
    CertifiedKey authority = set.authority();
    ServingIdentity serving = set.serving();
    Soundness judged = situation.judged();
    if (authority == null
        ? !judged.lastsByItself()
        : isOver(authority.certificate(), situation.now())) {
      return new Step.RenewAuthority(reason(judged.authority()));
    }
    if (serving == null || isOver(serving.certificate(), situation.now())) {
      return new Step.RenewServing(reason(judged.serving()));
    }
    if (!set.equals(judged.set())) {
      return new Step.Restore();
    }
    Instant publishedSince = situation.publishedSince();
    if (publishedSince == null) {
      return new Step.Publish();
    }
    return situation.presentsOther()
        ? new Step.Wait(publishedSince.plus(lifetimes.settling()))
        : next(set, serving, publishedSince, situation.now());
  }

  private static String reason(Optional<Finding> fault) {
    return fault.map(Finding::text).orElse("there is none of use");
  }

  private Step next(
      CertificateSet set, ServingIdentity serving, Instant publishedSince, Instant now) {
    Instant authorityRenewal = authorityRenewal(set, serving);
    if (!now.isBefore(authorityRenewal)) {
      return new Step.RenewAuthority("it has lived two thirds of its time");
    }
    String servingFault = fault(set, serving, now);
    if (servingFault != null) {
      Instant settled = publishedSince.plus(lifetimes.settling());
      return now.isBefore(settled) ? new Step.Wait(settled) : new Step.RenewServing(servingFault);
    }
    Instant servingRenewal = renewal(serving);
    if (set.trusted().size() == 1) {
      return new Step.Wait(earlier(authorityRenewal, servingRenewal));
    }
    Instant forgetting = forgetting(set, overlapped(serving, publishedSince));
    return now.isBefore(forgetting)
        ? new Step.Wait(earlier(forgetting, earlier(authorityRenewal, servingRenewal)))
        : new Step.ForgetOldAuthorities();
  }

  /** Without its key also when it should sign another certificate, which then another one does. */
  private static Instant authorityRenewal(CertificateSet set, ServingIdentity serving) {
    CertifiedKey authority = set.authority();
    return authority != null
        ? Lifetimes.renewal(authority.certificate())
        : earlier(renewal(serving), Lifetimes.renewal(set.signer()));
  }

  private static Instant renewal(ServingIdentity serving) {
    return serving.chain().stream().map(Lifetimes::renewal).min(Instant::compareTo).orElseThrow();
  }

  private @Nullable String fault(CertificateSet set, ServingIdentity serving, Instant now) {
    if (set.authority() == null) {
      return null;
    }
    if (!set.isServingFromNewest()) {
      return "there is a newer authority";
    }
    // Of others' certificates one name is enough, the one that is called.
    if (Issuer.made(serving.certificate()) && !names.areIn(serving.certificate())) {
      return "the server has other names";
    }
    return now.isBefore(renewal(serving)) ? null : "it has lived two thirds of its time";
  }

  /**
   * When every replica has had time to present it. When somebody else's came does not show by it.
   */
  private Instant overlapped(ServingIdentity serving, Instant publishedSince) {
    Instant since =
        Issuer.made(serving.certificate())
            ? serving.certificate().getNotBefore().toInstant()
            : publishedSince;
    return since.plus(lifetimes.overlap());
  }

  /** Those that are over are of no use to anybody who still presents what they signed. */
  private static Instant forgetting(CertificateSet set, Instant overlapped) {
    return set.trusted().stream()
        .filter(old -> !old.equals(set.signer()))
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

  /** Old authorities go; whose certificate is presented stays, and so does what is not yet due. */
  CertificateSet forget(Situation situation) {
    CertificateSet set = situation.set();
    Instant now = situation.now();
    Instant overlapped =
        overlapped(
            Objects.requireNonNull(set.serving()),
            Objects.requireNonNull(situation.publishedSince()));
    List<X509Certificate> staying =
        set.trusted().stream()
            .filter(
                old -> old.equals(set.signer()) || (now.isBefore(overlapped) && !isOver(old, now)))
            .toList();
    return new CertificateSet(staying, set.authority(), set.serving());
  }

  private static boolean isOver(X509Certificate certificate, Instant now) {
    return !now.isBefore(certificate.getNotAfter().toInstant());
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
