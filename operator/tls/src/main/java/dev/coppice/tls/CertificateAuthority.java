package dev.coppice.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A self-signed authority and the certificates it issues, all on the P-256 curve. One that was made
 * elsewhere may have any key with which it can {@linkplain CertifiedKey#signatureAlgorithm sign}.
 *
 * <p>Every certificate starts five minutes before it was made, so that a peer whose clock runs a
 * little behind accepts it, and none outlives its authority. Safe for use by several threads.
 */
public final class CertificateAuthority {

  private static final Duration TOLERATED_CLOCK_SKEW = Duration.ofMinutes(5);
  private static final int MAY_SIGN_CERTIFICATES = 5;
  private static final String OWN_SIGNATURE = "SHA256withECDSA";
  private static final SecureRandom RANDOM = new SecureRandom();

  private final CertifiedKey identity;
  private final Clock clock;

  private CertificateAuthority(CertifiedKey identity, Clock clock) {
    this.identity = identity;
    this.clock = clock;
  }

  /** A new authority under its own name, valid from now on for {@code validity}. */
  public static CertificateAuthority create(String commonName, Clock clock, Duration validity) {
    KeyPair keys = EllipticKeys.generate();
    X500Name name = name(commonName, List.of());
    Instant now = clock.instant();
    X509v3CertificateBuilder certificate =
        builder(name, name, keys.getPublic(), now, now.plus(validity));
    add(certificate, Extension.basicConstraints, true, new BasicConstraints(true));
    add(
        certificate,
        Extension.keyUsage,
        true,
        new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign | KeyUsage.digitalSignature));
    add(
        certificate,
        Extension.subjectKeyIdentifier,
        false,
        extensions().createSubjectKeyIdentifier(keys.getPublic()));
    return new CertificateAuthority(
        new CertifiedKey(sign(certificate, OWN_SIGNATURE, keys.getPrivate()), keys.getPrivate()),
        clock);
  }

  /** An authority that was made earlier and kept, for example in a Secret. */
  public static CertificateAuthority of(CertifiedKey identity, Clock clock) {
    if (!mayIssue(identity.certificate())) {
      throw new IllegalArgumentException(
          "not the certificate of an authority: "
              + identity.certificate().getSubjectX500Principal());
    }
    return new CertificateAuthority(identity, clock);
  }

  /** Whether an authority signed a certificate; of authorities with one name at most one did. */
  public static boolean signed(X509Certificate authority, X509Certificate certificate) {
    try {
      certificate.verify(authority.getPublicKey());
      return mayIssue(authority);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** Whether a certificate is one of an authority. */
  static boolean mayIssue(X509Certificate certificate) {
    boolean @Nullable [] usage = certificate.getKeyUsage();
    return certificate.getBasicConstraints() >= 0
        && (usage == null || usage[MAY_SIGN_CERTIFICATES]);
  }

  /** What the authority signs with; the private half must not leave the process that issues. */
  public CertifiedKey identity() {
    return identity;
  }

  /** What peers trust. */
  public X509Certificate certificate() {
    return identity.certificate();
  }

  /** A new key and its certificate, as requested. */
  public CertifiedKey issue(LeafRequest request) {
    KeyPair keys = EllipticKeys.generate();
    Instant now = clock.instant();
    Instant ownEnd = certificate().getNotAfter().toInstant();
    Instant end = now.plus(request.validity());
    X509v3CertificateBuilder certificate =
        builder(
            X500Name.getInstance(certificate().getSubjectX500Principal().getEncoded()),
            name(request.commonName(), request.organizations()),
            keys.getPublic(),
            now,
            end.isBefore(ownEnd) ? end : ownEnd);
    add(certificate, Extension.basicConstraints, true, new BasicConstraints(false));
    add(certificate, Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    add(
        certificate,
        Extension.extendedKeyUsage,
        false,
        new ExtendedKeyUsage(
            switch (request.usage()) {
              case SERVER -> KeyPurposeId.id_kp_serverAuth;
              case CLIENT -> KeyPurposeId.id_kp_clientAuth;
            }));
    add(certificate, Extension.authorityKeyIdentifier, false, keyIdentifier());
    List<GeneralName> alternatives = alternativeNames(request);
    if (!alternatives.isEmpty()) {
      add(
          certificate,
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(alternatives.toArray(GeneralName[]::new)));
    }
    String signature =
        identity
            .signatureAlgorithm()
            .orElseThrow(
                () -> new IllegalStateException("cannot sign with the key of " + identity));
    return new CertifiedKey(sign(certificate, signature, identity.privateKey()), keys.getPrivate());
  }

  /** As the certificate of the authority says it: not everybody works it out as we do. */
  private AuthorityKeyIdentifier keyIdentifier() {
    byte @Nullable [] own = certificate().getExtensionValue(Extension.subjectKeyIdentifier.getId());
    if (own == null) {
      return extensions().createAuthorityKeyIdentifier(certificate().getPublicKey());
    }
    try {
      return new AuthorityKeyIdentifier(
          SubjectKeyIdentifier.getInstance(JcaX509ExtensionUtils.parseExtensionValue(own))
              .getKeyIdentifier());
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the identifier of " + identity, e);
    }
  }

  private static List<GeneralName> alternativeNames(LeafRequest request) {
    List<GeneralName> names = new ArrayList<>();
    request.dnsNames().forEach(name -> names.add(new GeneralName(GeneralName.dNSName, name)));
    request
        .ipAddresses()
        .forEach(address -> names.add(new GeneralName(GeneralName.iPAddress, address)));
    return names;
  }

  private static X500Name name(String commonName, List<String> organizations) {
    X500NameBuilder name = new X500NameBuilder(BCStyle.INSTANCE);
    organizations.forEach(organization -> name.addRDN(BCStyle.O, organization));
    return name.addRDN(BCStyle.CN, commonName).build();
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, PublicKey key, Instant now, Instant end) {
    // Positive and never zero, at most 20 octets: RFC 5280, 4.1.2.2.
    BigInteger serial = new BigInteger(158, RANDOM).setBit(158);
    return new JcaX509v3CertificateBuilder(
        issuer, serial, Date.from(now.minus(TOLERATED_CLOCK_SKEW)), Date.from(end), subject, key);
  }

  private static void add(
      X509v3CertificateBuilder certificate,
      ASN1ObjectIdentifier extension,
      boolean critical,
      ASN1Encodable value) {
    try {
      certificate.addExtension(extension, critical, value);
    } catch (CertIOException e) {
      throw new IllegalStateException("cannot encode extension " + extension, e);
    }
  }

  private static X509Certificate sign(
      X509v3CertificateBuilder certificate, String signature, PrivateKey signer) {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(certificate.build(new JcaContentSignerBuilder(signature).build(signer)));
    } catch (OperatorCreationException | GeneralSecurityException e) {
      throw new IllegalStateException("cannot sign a certificate", e);
    }
  }

  private static JcaX509ExtensionUtils extensions() {
    try {
      return new JcaX509ExtensionUtils();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no SHA-1", e);
    }
  }
}
