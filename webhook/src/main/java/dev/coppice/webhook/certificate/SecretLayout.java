package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the Secret that replicas share. {@code tls.crt} and {@code tls.key} are those of any
 * TLS Secret; {@code ca.crt} is the bundle that callers trust, {@code ca.key} belongs to its first
 * certificate.
 */
final class SecretLayout {

  static final String SERVING_CERTIFICATE = "tls.crt";
  static final String SERVING_KEY = "tls.key";
  static final String AUTHORITY_CERTIFICATES = "ca.crt";
  static final String AUTHORITY_KEY = "ca.key";

  /** Of a value, so that every registration has room for the authorities: some forty of them. */
  private static final int LONGEST = 88_000;

  private SecretLayout() {}

  /** What is in a Secret, which may be anything. */
  static StoredPair read(Map<String, String> data) {
    Set<String> unreadable = new HashSet<>();
    Reader reader = new Reader(data, unreadable);
    return new StoredPair(
        reader.read(AUTHORITY_CERTIFICATES, Pem::certificates).orElse(List.of()),
        reader.read(AUTHORITY_KEY, Pem::privateKey).orElse(null),
        reader.read(SERVING_CERTIFICATE, Pem::certificates).orElse(List.of()),
        reader.read(SERVING_KEY, Pem::privateKey).orElse(null),
        unreadable);
  }

  /** Reads values, and notes which of them are something else. */
  private record Reader(Map<String, String> data, Set<String> unreadable) {

    <T> Optional<T> read(String key, Function<String, T> parse) {
      @Nullable String encoded = data.get(key);
      if (encoded == null || encoded.isEmpty()) {
        return Optional.empty();
      }
      try {
        return Optional.of(parse.apply(decode(encoded)));
      } catch (IllegalArgumentException e) {
        unreadable.add(key);
        return Optional.empty();
      }
    }

    private static String decode(String encoded) {
      if (encoded.length() > LONGEST) {
        throw new IllegalArgumentException("too long");
      }
      return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    }
  }

  /** The data of the Secret; without the key of the authority, if somebody else keeps that. */
  static Map<String, String> write(CertificateSet set) {
    ServingIdentity serving = Objects.requireNonNull(set.serving());
    Map<String, String> data = new HashMap<>();
    data.put(SERVING_CERTIFICATE, encode(serving.chainPem()));
    data.put(SERVING_KEY, encode(Pem.encode(serving.privateKey())));
    data.put(AUTHORITY_CERTIFICATES, encode(set.bundle()));
    CertifiedKey authority = set.authority();
    if (authority != null) {
      data.put(AUTHORITY_KEY, encode(authority.privateKeyPem()));
    }
    return data;
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
