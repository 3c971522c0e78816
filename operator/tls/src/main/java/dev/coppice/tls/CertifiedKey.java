package dev.coppice.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * A private key together with the certificate that vouches for its public half: what a server
 * presents, what a client proves itself with, and what an authority signs with.
 */
public record CertifiedKey(X509Certificate certificate, PrivateKey privateKey) {

  /** The certificate as a PEM block, as {@code tls.crt} of a Secret holds it. */
  public String certificatePem() {
    return Pem.encode(certificate);
  }

  /** The key as a PEM block, as {@code tls.key} of a Secret holds it. */
  public String privateKeyPem() {
    return Pem.encode(privateKey);
  }

  /** The pair read back from what {@link #certificatePem} and {@link #privateKeyPem} wrote. */
  public static CertifiedKey ofPem(String certificatePem, String privateKeyPem) {
    return new CertifiedKey(Pem.certificate(certificatePem), Pem.privateKey(privateKeyPem));
  }

  /** Keeps the key out of logs. */
  @Override
  public String toString() {
    return "CertifiedKey[" + certificate.getSubjectX500Principal() + "]";
  }
}
