package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import java.security.cert.X509Certificate;
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
 * @param serving what the servers present; signed by one of the trusted
 */
record CertificateSet(
    List<X509Certificate> trusted,
    @Nullable CertifiedKey authority,
    @Nullable CertifiedKey serving) {

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

  /** Whether an authority has signed what is presented. */
  boolean signed(X509Certificate candidate) {
    return serving != null && CertificateAuthority.signed(candidate, serving.certificate());
  }

  /**
   * What is missing here, from what this process still holds. Its authority does not come back:
   * whoever took it away wants another one, and until callers trust that one, the certificate that
   * they know is presented.
   */
  CertificateSet completedBy(CertificateSet held) {
    if (serving != null) {
      return this;
    }
    List<X509Certificate> known =
        Stream.concat(trusted.stream(), held.trusted.stream()).distinct().toList();
    return new CertificateSet(known, authority, held.serving);
  }
}
