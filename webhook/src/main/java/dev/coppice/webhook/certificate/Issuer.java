package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** Makes what a {@link Step} asks for. */
final class Issuer {

  private static final String AUTHORITY_NAME = "coppice-webhook-ca";
  private static final X500Principal OWN_AUTHORITY = new X500Principal("CN=" + AUTHORITY_NAME);

  private final Clock clock;
  private final Lifetimes lifetimes;
  private final ServerNames names;

  Issuer(Clock clock, Lifetimes lifetimes, ServerNames names) {
    this.clock = clock;
    this.lifetimes = lifetimes;
    this.names = names;
  }

  /** With a new authority; complete, if it was not before. */
  CertificateSet renewAuthority(CertificateSet set) {
    Instant now = clock.instant();
    CertificateAuthority fresh =
        CertificateAuthority.create(AUTHORITY_NAME, clock, lifetimes.authority());
    List<X509Certificate> trusted =
        Stream.concat(Stream.of(fresh.certificate()), Rotation.worthKeeping(set, now).stream())
            .toList();
    ServingIdentity serving = set.serving();
    return new CertificateSet(
        trusted, fresh.identity(), isOfUse(serving, now) ? serving : issue(fresh));
  }

  private static boolean isOfUse(@Nullable ServingIdentity serving, Instant now) {
    return serving != null && now.isBefore(serving.expires());
  }

  /** Whether it is from an authority that we have made. */
  static boolean made(X509Certificate certificate) {
    return certificate.getIssuerX500Principal().equals(OWN_AUTHORITY);
  }

  /** With a new certificate for the servers. */
  CertificateSet renewServing(CertificateSet set) {
    CertifiedKey authority = Objects.requireNonNull(set.authority());
    return new CertificateSet(
        set.trusted(), authority, issue(CertificateAuthority.of(authority, clock)));
  }

  private ServingIdentity issue(CertificateAuthority authority) {
    return ServingIdentity.of(authority.issue(names.request(lifetimes.serving())));
  }
}
