package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertifiedKey;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

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
