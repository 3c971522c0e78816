package dev.coppice.webhook.certificate;

import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate as others make it, with any key, for any name and time. */
final class Foreign {

  /** An extension and whether it is critical. */
  private record Part(ASN1ObjectIdentifier name, boolean critical, ASN1Encodable value) {}

  private final String subject;
  private final String kind;
  private final List<Part> parts = new ArrayList<>();
  private Instant from = Instant.parse("2020-01-01T00:00:00Z");
  private Instant until = Instant.parse("2060-01-01T00:00:00Z");
  private String digest = "SHA256";

  private Foreign(String subject, String kind) {
    this.subject = subject;
    this.kind = kind;
  }

  /** One of an authority; kinds of keys are RSA, P-256, P-384, Ed25519, Ed448. */
  static Foreign authority(String kind) {
    return plain("their authority " + kind, kind)
        .with(Extension.basicConstraints, true, new BasicConstraints(true))
        .with(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
  }

  /** One of a server. */
  static Foreign server(String dnsName, String kind) {
    return plain(dnsName, kind).named(dnsName);
  }

  /** One that says nothing of itself. */
  static Foreign plain(String subject, String kind) {
    return new Foreign(subject, kind);
  }

  Foreign named(String dnsName) {
    return with(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(new GeneralName(GeneralName.dNSName, dnsName)));
  }

  Foreign forClients() {
    return with(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
  }

  Foreign within(String domain) {
    GeneralName name = new GeneralName(GeneralName.dNSName, domain);
    return with(
        Extension.nameConstraints,
        true,
        new NameConstraints(new GeneralSubtree[] {new GeneralSubtree(name)}, null));
  }

  Foreign with(ASN1ObjectIdentifier name, boolean critical, ASN1Encodable value) {
    parts.add(new Part(name, critical, value));
    return this;
  }

  Foreign lasting(Instant first, Instant end) {
    from = first;
    until = end;
    return this;
  }

  Foreign over(String otherDigest) {
    digest = otherDigest;
    return this;
  }

  CertifiedKey selfSigned() {
    KeyPair keys = keys();
    return signed(keys, new X500Principal("CN=" + subject), keys);
  }

  CertifiedKey signedBy(CertifiedKey authority) {
    return signed(
        keys(),
        authority.certificate().getSubjectX500Principal(),
        new KeyPair(authority.certificate().getPublicKey(), authority.privateKey()));
  }

  private CertifiedKey signed(KeyPair keys, X500Principal issuer, KeyPair signer) {
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            issuer,
            BigInteger.valueOf(System.nanoTime()),
            Date.from(from),
            Date.from(until),
            new X500Principal("CN=" + subject),
            keys.getPublic());
    try {
      for (Part part : parts) {
        builder.addExtension(part.name(), part.critical(), part.value());
      }
      X509Certificate certificate =
          new JcaX509CertificateConverter()
              .getCertificate(
                  builder.build(
                      new JcaContentSignerBuilder(signature(signer)).build(signer.getPrivate())));
      return new CertifiedKey(certificate, keys.getPrivate());
    } catch (CertIOException | OperatorCreationException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private String signature(KeyPair signer) {
    return switch (signer.getPrivate().getAlgorithm()) {
      case "RSA" -> digest + "withRSA";
      case "EC" -> digest + "withECDSA";
      default -> signer.getPublic().getEncoded().length > 50 ? "Ed448" : "Ed25519";
    };
  }

  private KeyPair keys() {
    try {
      KeyPairGenerator generator =
          KeyPairGenerator.getInstance(kind.startsWith("P-") ? "EC" : kind);
      if (kind.startsWith("P-")) {
        generator.initialize(new ECGenParameterSpec("secp%sr1".formatted(kind.substring(2))));
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A Secret of an authority with its key, and of what it has signed. */
  static Map<String, String> secret(CertifiedKey authority, CertifiedKey leaf) {
    Map<String, String> data = new HashMap<>();
    data.put("ca.crt", encode(authority.certificatePem()));
    data.put("ca.key", encode(authority.privateKeyPem()));
    data.put("tls.crt", encode(leaf.certificatePem()));
    data.put("tls.key", encode(leaf.privateKeyPem()));
    return data;
  }

  static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static String chain(CertifiedKey... certificates) {
    return encode(
        Stream.of(certificates)
            .map(CertifiedKey::certificate)
            .map(Pem::encode)
            .collect(Collectors.joining()));
  }
}
