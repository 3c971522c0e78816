package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Trust;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges the certificates in a Secret.
 *
 * @param names of the server
 * @param now for when it is asked
 */
record Judgement(ServerNames names, Instant now) {

  /** Of what a Secret holds. */
  Soundness of(StoredPair stored) {
    Optional<Finding> authority = authorityFault(stored);
    Optional<List<X509Certificate>> path = path(stored);
    Optional<Finding> serving = servingFault(stored, path);
    return new Soundness(
        new CertificateSet(
            stored.authorities(),
            authority.isPresent() ? null : signer(stored),
            serving.filter(Finding::stopsReviews).isPresent() ? null : identity(stored, path)),
        authority,
        serving);
  }

  private static @Nullable CertifiedKey signer(StoredPair stored) {
    PrivateKey key = stored.authorityKey();
    return key == null || stored.authorities().isEmpty()
        ? null
        : new CertifiedKey(stored.authorities().getFirst(), key);
  }

  private static @Nullable ServingIdentity identity(
      StoredPair stored, Optional<List<X509Certificate>> path) {
    PrivateKey key = stored.key();
    return key == null || path.isEmpty()
        ? null
        : new ServingIdentity(belowAuthority(path.get()), key);
  }

  /** One that vouches for itself is presented itself. */
  private static List<X509Certificate> belowAuthority(List<X509Certificate> path) {
    return path.subList(0, Math.max(1, path.size() - 1));
  }

  private Optional<List<X509Certificate>> path(StoredPair stored) {
    return stored.chain().isEmpty() || stored.authorities().isEmpty()
        ? Optional.empty()
        : new Trust(stored.authorities())
            .path(stored.chain(), now)
            .filter(path -> path.stream().allMatch(Presentability::isForServers));
  }

  private Optional<Finding> authorityFault(StoredPair stored) {
    Optional<Finding> unreadable =
        unreadable(stored, SecretLayout.AUTHORITY_CERTIFICATES, SecretLayout.AUTHORITY_KEY);
    CertifiedKey signer = signer(stored);
    if (unreadable.isPresent() || signer == null) {
      return unreadable;
    }
    if (!signer.belongTogether()) {
      return found(Fault.KEY_MISMATCH, "ca.key does not belong to ca.crt");
    }
    Instant end = signer.certificate().getNotAfter().toInstant();
    if (!now.isBefore(end)) {
      return found(Fault.ENDED, "ca.crt has ended at " + end);
    }
    return signs(signer)
        ? Optional.empty()
        : found(Fault.CANNOT_SIGN, "ca.crt cannot sign what API servers accept");
  }

  /** Tried out, as there are many reasons why not. */
  private boolean signs(CertifiedKey signer) {
    try {
      X509Certificate probe =
          CertificateAuthority.of(signer, Clock.fixed(now, ZoneOffset.UTC))
              .issue(names.request(Duration.ofDays(1)))
              .certificate();
      return new Trust(List.of(signer.certificate())).path(List.of(probe), now).isPresent()
          && Presentability.isForServers(signer.certificate());
    } catch (IllegalArgumentException | IllegalStateException e) {
      return false;
    }
  }

  private Optional<Finding> servingFault(StoredPair stored, Optional<List<X509Certificate>> path) {
    Optional<Finding> unreadable =
        unreadable(stored, SecretLayout.SERVING_CERTIFICATE, SecretLayout.SERVING_KEY);
    PrivateKey key = stored.key();
    if (unreadable.isPresent() || key == null || stored.chain().isEmpty()) {
      return unreadable;
    }
    Optional<Finding> fault =
        new Presentability(names).fault(new ServingIdentity(stored.chain(), key), now);
    if (fault.filter(Finding::stopsReviews).isPresent()) {
      return fault;
    }
    return path.isEmpty()
        ? found(Fault.UNTRUSTED, "no authority in ca.crt vouches for tls.crt")
        : Presentability.ending(path.get().stream(), now);
  }

  private static Optional<Finding> unreadable(StoredPair stored, String... keys) {
    return Stream.of(keys)
        .filter(stored.unreadable()::contains)
        .findFirst()
        .map(key -> new Finding(Fault.UNREADABLE, key + " cannot be read"));
  }

  private static Optional<Finding> found(Fault fault, String text) {
    return Optional.of(new Finding(fault, text));
  }
}
