package dev.coppice.testkit.plane;

import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Asks a component over HTTP whether it is ready, as the plane's administrator. The Kubernetes
 * client would repeat a refused request on its own and so hide how a start goes.
 */
final class HealthProbe implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HttpClient client;

  private HealthProbe(HttpClient client) {
    this.client = client;
  }

  /** A probe that presents the administrator's certificate and trusts the plane's authority. */
  static HealthProbe of(PlaneDirectory directory) {
    try {
      CertifiedKey administrator =
          CertifiedKey.ofPem(
              Files.readString(directory.pki(PlaneCertificates.ADMINISTRATOR)),
              Files.readString(directory.pki(PlaneCertificates.ADMINISTRATOR_KEY)));
      X509Certificate authority =
          Pem.certificate(Files.readString(directory.pki(PlaneCertificates.AUTHORITY)));
      return new HealthProbe(
          HttpClient.newBuilder()
              .connectTimeout(PATIENCE)
              .sslContext(context(administrator, authority))
              .build());
    } catch (IOException | GeneralSecurityException e) {
      throw new ControlPlaneException("cannot read the certificates of " + directory.root(), e);
    }
  }

  /** Empty if the address answers with 200, else what it did instead. */
  Optional<String> failure(String url) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      return response.statusCode() == 200
          ? Optional.empty()
          : Optional.of("%d %s".formatted(response.statusCode(), response.body().strip()));
    } catch (IOException e) {
      return Optional.of(e.getClass().getSimpleName() + " at " + url);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ControlPlaneException("interrupted while waiting for " + url, e);
    }
  }

  private static SSLContext context(CertifiedKey own, X509Certificate trusted)
      throws GeneralSecurityException, IOException {
    char[] none = new char[0];
    KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
    keys.load(null, none);
    keys.setKeyEntry("own", own.privateKey(), none, new Certificate[] {own.certificate()});
    KeyManagerFactory identity =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    identity.init(keys, none);
    KeyStore trustedKeys = KeyStore.getInstance(KeyStore.getDefaultType());
    trustedKeys.load(null, none);
    trustedKeys.setCertificateEntry("authority", trusted);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trustedKeys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
