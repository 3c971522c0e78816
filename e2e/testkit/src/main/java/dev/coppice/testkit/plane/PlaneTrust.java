package dev.coppice.testkit.plane;

import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS towards a plane's own components: its authority is trusted, its administrator presented. */
final class PlaneTrust {

  private static final char[] NO_PASSWORD = {};

  private PlaneTrust() {}

  static SSLContext of(PlaneDirectory directory) {
    try {
      CertifiedKey administrator =
          CertifiedKey.ofPem(
              Files.readString(directory.pki(PlaneCertificates.ADMINISTRATOR)),
              Files.readString(directory.pki(PlaneCertificates.ADMINISTRATOR_KEY)));
      X509Certificate authority =
          Pem.certificate(Files.readString(directory.pki(PlaneCertificates.AUTHORITY)));

      KeyStore own = empty();
      own.setKeyEntry(
          "administrator",
          administrator.privateKey(),
          NO_PASSWORD,
          new Certificate[] {administrator.certificate()});
      KeyManagerFactory identity =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      identity.init(own, NO_PASSWORD);

      KeyStore trusted = empty();
      trusted.setCertificateEntry("authority", authority);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);

      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new ControlPlaneException("cannot read the certificates of " + directory.root(), e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, NO_PASSWORD);
    return store;
  }
}
