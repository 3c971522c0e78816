package dev.coppice.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
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

  /** Keeps a copy. */
  public Trust {
    authorities = List.copyOf(authorities);
  }

  /** What the certificates in a PEM text vouch for, as in a {@code caBundle}. */
  public static Trust inPem(String bundle) {
    return new Trust(Pem.certificates(bundle));
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
