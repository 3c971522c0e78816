package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the server proves itself with.
 *
 * @param chain its certificate first, then those that lead from it to an authority
 */
public record ServingIdentity(List<X509Certificate> chain, PrivateKey privateKey) {

  /** Keeps a copy. */
  public ServingIdentity {
    chain = List.copyOf(chain);
  }

  /** One whose certificate an authority signed itself. */
  static ServingIdentity of(CertifiedKey leaf) {
    return new ServingIdentity(List.of(leaf.certificate()), leaf.privateKey());
  }

  /** The beginning of the chain in which each certificate has signed the one before. */
  List<X509Certificate> path() {
    List<X509Certificate> path = new ArrayList<>(List.of(certificate()));
    chain.stream()
        .skip(1)
        .takeWhile(next -> CertificateAuthority.signed(next, path.getLast()))
        .forEachOrdered(path::add);
    return path;
  }

  /** The chain as PEM blocks. */
  String chainPem() {
    return chain.stream().map(Pem::encode).collect(Collectors.joining());
  }

  /** The certificate of the server. */
  public X509Certificate certificate() {
    return chain.getFirst();
  }

  /** When it stops being of use. */
  public Instant expires() {
    return certificate().getNotAfter().toInstant();
  }

  /** Keeps the key out of logs. */
  @Override
  public String toString() {
    return "ServingIdentity[" + certificate().getSubjectX500Principal() + "]";
  }
}
