package dev.coppice.tls;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.util.encoders.DecoderException;
import org.bouncycastle.util.io.pem.PemObject;
import org.jspecify.annotations.Nullable;

/**
 * Certificates and keys as the text blocks that Kubernetes keeps them in.
 *
 * <p>Elliptic private keys are written as {@code EC PRIVATE KEY} blocks, because the header then
 * names the algorithm: some readers take a bare {@code PRIVATE KEY} for RSA. Both are read.
 */
public final class Pem {

  private Pem() {}

  /** The certificate as one block. */
  public static String encode(X509Certificate certificate) {
    return write(certificate);
  }

  /** The private key as one block, not encrypted. */
  public static String encode(PrivateKey key) {
    return write(key instanceof ECPrivateKey elliptic ? withCurve(elliptic) : key);
  }

  /** The public key as one block. */
  public static String encode(PublicKey key) {
    return write(key);
  }

  /** The only certificate in {@code pem}, or the first of a chain: the leaf. */
  public static X509Certificate certificate(String pem) {
    return certificates(pem).getFirst();
  }

  /** Every certificate in {@code pem}, in order; at least one. */
  public static List<X509Certificate> certificates(String pem) {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Object block : blocks(pem)) {
      if (block instanceof X509CertificateHolder holder) {
        try {
          certificates.add(new JcaX509CertificateConverter().getCertificate(holder));
        } catch (CertificateException e) {
          throw new IllegalArgumentException("a certificate that cannot be read", e);
        }
      }
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException("no certificate in the PEM text");
    }
    return List.copyOf(certificates);
  }

  /** The private key in {@code pem}, whatever its algorithm. */
  public static PrivateKey privateKey(String pem) {
    for (Object block : blocks(pem)) {
      @Nullable PrivateKeyInfo info =
          switch (block) {
            case PEMKeyPair pair -> pair.getPrivateKeyInfo();
            case PrivateKeyInfo bare -> bare;
            default -> null;
          };
      if (info != null) {
        try {
          return new JcaPEMKeyConverter().getPrivateKey(info);
        } catch (IOException e) {
          throw new IllegalArgumentException("a private key that cannot be read", e);
        }
      }
    }
    throw new IllegalArgumentException("no private key in the PEM text");
  }

  /** The JDK leaves the curve to the PKCS #8 wrapper; without the wrapper it must stand inside. */
  private static PemObject withCurve(ECPrivateKey key) {
    PrivateKeyInfo wrapper = PrivateKeyInfo.getInstance(key.getEncoded());
    var bare =
        new org.bouncycastle.asn1.sec.ECPrivateKey(
            key.getParams().getOrder().bitLength(),
            key.getS(),
            wrapper.getPrivateKeyAlgorithm().getParameters());
    try {
      return new PemObject("EC PRIVATE KEY", bare.getEncoded());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot encode an elliptic key", e);
    }
  }

  private static List<Object> blocks(String pem) {
    List<Object> blocks = new ArrayList<>();
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      for (Object block = parser.readObject(); block != null; block = parser.readObject()) {
        blocks.add(block);
      }
    } catch (IOException | DecoderException e) {
      throw new IllegalArgumentException("not PEM text", e);
    }
    return blocks;
  }

  private static String write(Object value) {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(value);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot encode as PEM", e);
    }
    return text.toString();
  }
}
