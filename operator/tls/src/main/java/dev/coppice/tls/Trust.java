package dev.coppice.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.Certificate;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Whom one side of a connection believes: nobody but what these authorities vouch for.
 *
 * @param authorities at least one
 */
public record Trust(List<X509Certificate> authorities) {

  private static final char[] NO_PASSWORD = {};
  private static final String NAME_CONSTRAINTS = "2.5.29.30";
  private static final Pattern VERIFIED =
      Pattern.compile("SHA(256|384|512)with(RSA|ECDSA)|RSASSA-PSS|Ed25519|EdDSA");

  /** Keeps a copy. */
  public Trust {
    authorities = List.copyOf(authorities);
  }

  /** What the certificates in a PEM text vouch for, as in a {@code caBundle}. */
  public static Trust inPem(String bundle) {
    return new Trust(Pem.certificates(bundle));
  }

  /**
   * How a certificate leads to one of the authorities at an instant: the certificate, those
   * between, and the authority. Empty if it leads to none.
   *
   * @param chain the certificate, and those that may lie between
   */
  public Optional<List<X509Certificate>> path(List<X509Certificate> chain, Instant now) {
    Set<TrustAnchor> anchors =
        authorities.stream()
            .filter(authority -> vouches(authority, now))
            .map(authority -> new TrustAnchor(authority, null))
            .collect(Collectors.toSet());
    if (anchors.isEmpty()) {
      return Optional.empty();
    }
    X509CertSelector leaf = new X509CertSelector();
    leaf.setCertificate(chain.getFirst());
    try {
      PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, leaf);
      parameters.addCertStore(
          CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
      parameters.setDate(Date.from(now));
      parameters.setRevocationEnabled(false);
      var built = (PKIXCertPathBuilderResult) CertPathBuilder.getInstance("PKIX").build(parameters);
      return Optional.of(
              Stream.concat(
                      built.getCertPath().getCertificates().stream()
                          .map(X509Certificate.class::cast),
                      Stream.of(built.getTrustAnchor().getTrustedCert()))
                  .toList())
          .filter(Trust::isVerified);
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether peers take a certificate for that of an authority. Java does not look at the names to
   * which an authority is restricted, and peers do: such a one is left out.
   */
  private static boolean vouches(X509Certificate authority, Instant now) {
    return CertificateAuthority.mayIssue(authority)
        && authority.getExtensionValue(NAME_CONSTRAINTS) == null
        && !now.isBefore(authority.getNotBefore().toInstant())
        && now.isBefore(authority.getNotAfter().toInstant());
  }

  /** Java verifies some signatures that peers do not, such as those over SHA-1. */
  private static boolean isVerified(List<X509Certificate> path) {
    return path.stream()
        .limit(path.size() - 1L)
        .allMatch(certificate -> VERIFIED.matcher(certificate.getSigAlgName()).matches());
  }

  /** TLS of somebody who proves nothing of himself. */
  public SSLContext context() {
    return context(null);
  }

  /** TLS of somebody who proves himself. */
  public SSLContext contextOf(CertifiedKey own) {
    try {
      KeyStore keys = empty();
      keys.setKeyEntry("own", own.privateKey(), NO_PASSWORD, new Certificate[] {own.certificate()});
      KeyManagerFactory identity =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      identity.init(keys, NO_PASSWORD);
      return context(identity.getKeyManagers());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("cannot set up TLS with " + own, e);
    }
  }

  private SSLContext context(KeyManager @Nullable [] own) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own, trustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("cannot set up TLS", e);
    }
  }

  private TrustManager[] trustManagers() throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    for (int i = 0; i < authorities.size(); i++) {
      store.setCertificateEntry("authority-" + i, authorities.get(i));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, NO_PASSWORD);
    return store;
  }
}
