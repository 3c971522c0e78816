package dev.coppice.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
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

  /** Whether the key is the one that the certificate vouches for. */
  public boolean belongTogether() {
    byte[] probe = certificate.getPublicKey().getEncoded();
    try {
      Signature signature = Signature.getInstance(signatureOf(privateKey));
      signature.initSign(privateKey);
      signature.update(probe);
      byte[] signed = signature.sign();
      signature.initVerify(certificate);
      signature.update(probe);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static String signatureOf(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "EC" -> "SHA256withECDSA";
      case "RSA" -> "SHA256withRSA";
      default -> key.getAlgorithm();
    };
  }

  /** Keeps the key out of logs. */
  @Override
  public String toString() {
    return "CertifiedKey[" + certificate.getSubjectX500Principal() + "]";
  }
}
