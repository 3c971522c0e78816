package dev.coppice.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.ProviderException;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.EdECKey;
import java.security.spec.NamedParameterSpec;
import java.util.Optional;

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
      Signature signature =
          Signature.getInstance(signatureAlgorithm().orElse(privateKey.getAlgorithm()));
      signature.initSign(privateKey);
      signature.update(probe);
      byte[] signed = signature.sign();
      // Of the certificate Java would ask that it is for signing other things than certificates.
      signature.initVerify(certificate.getPublicKey());
      signature.update(probe);
      return signature.verify(signed);
    } catch (GeneralSecurityException | ProviderException e) {
      return false;
    }
  }

  /**
   * What to sign with so that every TLS peer of Kubernetes can verify it; empty if there is nothing
   * of the kind for this key.
   */
  public Optional<String> signatureAlgorithm() {
    return switch (privateKey.getAlgorithm()) {
      case "EC" -> Optional.of("SHA256withECDSA");
      case "RSA" -> Optional.of("SHA256withRSA");
      case "Ed25519", "EdDSA" -> edwards(privateKey);
      default -> Optional.empty();
    };
  }

  /** Of the two curves that Java knows peers know one. */
  private static Optional<String> edwards(PrivateKey key) {
    return key instanceof EdECKey edwards
            && edwards.getParams().getName().equals(NamedParameterSpec.ED25519.getName())
        ? Optional.of("Ed25519")
        : Optional.empty();
  }

  /** Keeps the key out of logs. */
  @Override
  public String toString() {
    return "CertifiedKey[" + certificate.getSubjectX500Principal() + "]";
  }
}
