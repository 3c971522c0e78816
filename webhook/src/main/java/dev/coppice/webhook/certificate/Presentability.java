package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertifiedKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether the API server can call a server that presents a certificate, as far as that shows by the
 * certificate alone.
 */
record Presentability(ServerNames names) {

  private static final List<String> SERVER_USAGES = List.of("1.3.6.1.5.5.7.3.1", "2.5.29.37.0");

  /** What is wrong first, if anything is. */
  Optional<Finding> fault(ServingIdentity identity, Instant now) {
    X509Certificate leaf = identity.certificate();
    if (!new CertifiedKey(leaf, identity.privateKey()).belongTogether()) {
      return found(Fault.KEY_MISMATCH, "tls.key does not belong to tls.crt");
    }
    return lasting(identity, now);
  }

  /** The same of one whose key is known to belong to it. */
  Optional<Finding> lasting(ServingIdentity identity, Instant now) {
    X509Certificate leaf = identity.certificate();
    if (now.isBefore(leaf.getNotBefore().toInstant())) {
      return found(
          Fault.NOT_YET_VALID, "tls.crt is not valid before " + leaf.getNotBefore().toInstant());
    }
    if (!now.isBefore(leaf.getNotAfter().toInstant())) {
      return found(Fault.ENDED, "tls.crt has ended at " + leaf.getNotAfter().toInstant());
    }
    if (!names.areCalledAsIn(leaf)) {
      return found(Fault.OTHER_NAME, "tls.crt does not name " + names.called());
    }
    if (new CertifiedKey(leaf, identity.privateKey()).signatureAlgorithm().isEmpty()
        || !identity.path().stream().allMatch(Presentability::isForServers)) {
      return found(Fault.NOT_FOR_SERVERS, "tls.crt is not for a server that API servers call");
    }
    return ending(identity.path().stream(), now);
  }

  /** Of certificates that all have to hold, the one that should have been renewed by now. */
  static Optional<Finding> ending(Stream<X509Certificate> certificates, Instant now) {
    return certificates
        .filter(certificate -> !now.isBefore(Lifetimes.overdue(certificate)))
        .findFirst()
        .map(certificate ->
            new Finding(
                Fault.ENDING,
                "%s ends at %s and has not been renewed"
                    .formatted(
                        certificate.getSubjectX500Principal().getName(),
                        certificate.getNotAfter().toInstant())));
  }

  static boolean isForServers(X509Certificate certificate) {
    try {
      List<String> usages = certificate.getExtendedKeyUsage();
      return usages == null || usages.stream().anyMatch(SERVER_USAGES::contains);
    } catch (CertificateParsingException e) {
      return false;
    }
  }

  private static Optional<Finding> found(Fault fault, String text) {
    return Optional.of(new Finding(fault, text));
  }
}
