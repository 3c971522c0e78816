package dev.coppice.tls;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;

/** Fresh key pairs on P-256, the curve that every TLS peer of Kubernetes speaks. */
public final class EllipticKeys {

  private EllipticKeys() {}

  /** A new pair; takes about a millisecond, where an RSA key takes a hundred. */
  public static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no P-256", e);
    }
  }
}
