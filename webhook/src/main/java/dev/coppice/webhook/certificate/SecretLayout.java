package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the Secret that replicas share. {@code tls.crt} and {@code tls.key} are those of any
 * TLS Secret; {@code ca.crt} is the bundle that callers trust, {@code ca.key} belongs to its first
 * certificate.
 */
final class SecretLayout {

  private static final String SERVING_CERTIFICATE = "tls.crt";
  private static final String SERVING_KEY = "tls.key";
  private static final String AUTHORITY_CERTIFICATES = "ca.crt";
  private static final String AUTHORITY_KEY = "ca.key";

  private SecretLayout() {}

  /** What is of use in a Secret, which may be anything. */
  static CertificateSet read(Map<String, String> data) {
    List<X509Certificate> trusted =
        text(data, AUTHORITY_CERTIFICATES).flatMap(attempt(Pem::certificates)).orElse(List.of());
    CertifiedKey authority =
        trusted.isEmpty()
            ? null
            : pair(trusted.getFirst(), text(data, AUTHORITY_KEY))
                .filter(pair -> pair.certificate().getBasicConstraints() >= 0)
                .orElse(null);
    CertifiedKey serving =
        text(data, SERVING_CERTIFICATE)
            .flatMap(attempt(Pem::certificate))
            .flatMap(certificate -> pair(certificate, text(data, SERVING_KEY)))
            .filter(pair -> isTrusted(pair.certificate(), trusted))
            .orElse(null);
    return new CertificateSet(trusted, authority, serving);
  }

  private static boolean isTrusted(X509Certificate leaf, List<X509Certificate> trusted) {
    return trusted.stream().anyMatch(authority -> CertificateAuthority.signed(authority, leaf));
  }

  private static Optional<CertifiedKey> pair(X509Certificate certificate, Optional<String> key) {
    return key.flatMap(attempt(Pem::privateKey))
        .map(privateKey -> new CertifiedKey(certificate, privateKey))
        .filter(CertifiedKey::belongTogether);
  }

  private static <T> Function<String, Optional<T>> attempt(Function<String, T> read) {
    return text -> {
      try {
        return Optional.of(read.apply(text));
      } catch (IllegalArgumentException unreadable) {
        return Optional.empty();
      }
    };
  }

  private static Optional<String> text(Map<String, String> data, String key) {
    @Nullable String encoded = data.get(key);
    if (encoded == null || encoded.isEmpty()) {
      return Optional.empty();
    }
    return SecretLayout.<byte[]>attempt(Base64.getDecoder()::decode)
        .apply(encoded)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** The data of the Secret for a complete set. */
  static Map<String, String> write(CertificateSet set) {
    CertifiedKey authority = Objects.requireNonNull(set.authority());
    CertifiedKey serving = Objects.requireNonNull(set.serving());
    return Map.of(
        SERVING_CERTIFICATE, encode(serving.certificatePem()),
        SERVING_KEY, encode(serving.privateKeyPem()),
        AUTHORITY_CERTIFICATES, encode(set.bundle()),
        AUTHORITY_KEY, encode(authority.privateKeyPem()));
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
