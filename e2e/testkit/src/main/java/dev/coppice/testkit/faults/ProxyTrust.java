package dev.coppice.testkit.faults;

import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS at both ends of the proxy. */
final class ProxyTrust {

  private static final char[] NO_PASSWORD = {};

  private ProxyTrust() {}

  /** Towards the operator: the proxy proves itself and asks for nothing. */
  static SSLContext server(CertifiedKey identity) {
    return context(identity, identity.certificate());
  }

  /** Towards the API server: the proxy is whoever the kubeconfig says. */
  static SSLContext client(Config kubeconfig) {
    return context(
        CertifiedKey.ofPem(
            decoded(kubeconfig.getClientCertData()), decoded(kubeconfig.getClientKeyData())),
        Pem.certificate(decoded(kubeconfig.getCaCertData())));
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  private static SSLContext context(CertifiedKey own, Certificate trusted) {
    try {
      KeyStore keys = empty();
      keys.setKeyEntry("own", own.privateKey(), NO_PASSWORD, new Certificate[] {own.certificate()});
      KeyManagerFactory identity =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      identity.init(keys, NO_PASSWORD);
      KeyStore authorities = empty();
      authorities.setCertificateEntry("trusted", trusted);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(authorities);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("cannot set up the proxy's TLS", e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, NO_PASSWORD);
    return store;
  }
}
