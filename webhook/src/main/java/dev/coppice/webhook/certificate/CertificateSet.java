package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import dev.coppice.tls.Trust;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that replicas of the webhook share: whom callers trust, who signs, what is presented. What is
 * not there, or of no use, is null.
 *
 * @param trusted authorities, the newest first
 * @param authority the one that signs; its certificate is the first of the trusted
 * @param serving what the servers present; one of the trusted vouches for it
 */
record CertificateSet(
    List<X509Certificate> trusted,
    @Nullable CertifiedKey authority,
    @Nullable ServingIdentity serving) {

  /** Nothing at all. */
  static final CertificateSet NONE = new CertificateSet(List.of(), null, null);

  CertificateSet {
    trusted = List.copyOf(trusted);
  }

  /** Whom callers have to trust, as {@code caBundle} holds it before it is encoded. */
  String bundle() {
    return trusted.stream().map(Pem::encode).collect(Collectors.joining());
  }

  /** Whether the authority that signs now has signed what is presented. */
  boolean isServingFromNewest() {
    return authority != null && serving != null && signed(authority.certificate());
  }

  /** Whether an authority has signed what is presented, or what leads to it. */
  boolean signed(X509Certificate candidate) {
    return serving != null
        && serving.path().stream()
            .anyMatch(certificate -> CertificateAuthority.signed(candidate, certificate));
  }

  /** The newest authority that has; what is presented is from one of the trusted. */
  X509Certificate signer() {
    return trusted.stream().filter(this::signed).findFirst().orElseThrow();
  }

  /** The same, or nothing once callers cannot trust what is presented any more. */
  CertificateSet ifTrusted(Instant now) {
    return serving != null && new Trust(trusted).path(serving.chain(), now).isPresent()
        ? this
        : NONE;
  }

  /**
   * What is missing here, from what this process still holds. Its authority does not come back:
   * whoever took it away wants another one, and until callers trust that one, the certificate that
   * they know is presented. So they go on trusting whoever signed that.
   */
  CertificateSet completedBy(CertificateSet held) {
    if (serving == null) {
      return new CertificateSet(alsoTrusting(held.trusted.stream()), authority, held.serving);
    }
    return serving.equals(held.serving)
        ? this
        : new CertificateSet(
            alsoTrusting(held.trusted.stream().filter(held::signed)), authority, serving);
  }

  private List<X509Certificate> alsoTrusting(Stream<X509Certificate> others) {
    return Stream.concat(trusted.stream(), others).distinct().toList();
  }
}
