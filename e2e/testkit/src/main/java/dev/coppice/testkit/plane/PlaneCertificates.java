package dev.coppice.testkit.plane;

import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.EllipticKeys;
import dev.coppice.tls.LeafRequest;
import dev.coppice.tls.Pem;
import io.fabric8.kubernetes.api.model.AuthInfoBuilder;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The keys and certificates of one control plane, written to its folder. */
final class PlaneCertificates {

  static final String AUTHORITY = "ca.crt";
  static final String AUTHORITY_KEY = "ca.key";
  static final String SERVER = "server.crt";
  static final String SERVER_KEY = "server.key";
  static final String ADMINISTRATOR = "admin.crt";
  static final String ADMINISTRATOR_KEY = "admin.key";
  static final String FRONT_PROXY_AUTHORITY = "front-proxy-ca.crt";
  static final String FRONT_PROXY = "front-proxy-client.crt";
  static final String FRONT_PROXY_KEY = "front-proxy-client.key";
  static final String FRONT_PROXY_NAME = "front-proxy-client";
  static final String SERVICE_ACCOUNT_KEY = "service-account.key";
  static final String SERVICE_ACCOUNT_PUBLIC = "service-account.pub";

  private static final Duration VALIDITY = Duration.ofDays(3650);

  /** All components listen on loopback, so one certificate serves them all. */
  private static final List<String> SERVER_NAMES =
      List.of(
          "localhost",
          "kubernetes",
          "kubernetes.default",
          "kubernetes.default.svc",
          "kubernetes.default.svc.cluster.local");

  private final PlaneDirectory directory;

  private PlaneCertificates(PlaneDirectory directory) {
    this.directory = directory;
  }

  /** Makes and writes all that components read, and the kubeconfigs with certificates. */
  static void create(PlaneDirectory directory, Clock clock, String server, String serviceAddress) {
    CertificateAuthority authority = CertificateAuthority.create("coppice-plane", clock, VALIDITY);
    PlaneCertificates certificates = new PlaneCertificates(directory);
    certificates.write(AUTHORITY, AUTHORITY_KEY, authority.identity());
    certificates.write(
        SERVER,
        SERVER_KEY,
        authority.issue(
            LeafRequest.server(
                "coppice-plane", SERVER_NAMES, List.of("127.0.0.1", serviceAddress), VALIDITY)));

    CertificateAuthority frontProxy =
        CertificateAuthority.create("coppice-plane-front-proxy", clock, VALIDITY);
    PlaneDirectory.write(
        directory.pki(FRONT_PROXY_AUTHORITY), frontProxy.identity().certificatePem());
    certificates.write(
        FRONT_PROXY,
        FRONT_PROXY_KEY,
        frontProxy.issue(LeafRequest.client(FRONT_PROXY_NAME, List.of(), VALIDITY)));

    KeyPair serviceAccounts = EllipticKeys.generate();
    PlaneDirectory.write(
        directory.pki(SERVICE_ACCOUNT_KEY), Pem.encode(serviceAccounts.getPrivate()));
    PlaneDirectory.write(
        directory.pki(SERVICE_ACCOUNT_PUBLIC), Pem.encode(serviceAccounts.getPublic()));

    for (PlaneUser user : PlaneUser.values()) {
      if (user.isServiceAccount()) {
        continue;
      }
      CertifiedKey key =
          authority.issue(LeafRequest.client(user.userName(), user.groups(), VALIDITY));
      Kubeconfig.write(
          directory,
          user,
          server,
          new AuthInfoBuilder()
              .withClientCertificateData(Kubeconfig.encode(key.certificatePem()))
              .withClientKeyData(Kubeconfig.encode(key.privateKeyPem()))
              .build());
      if (user == PlaneUser.ADMIN) {
        certificates.write(ADMINISTRATOR, ADMINISTRATOR_KEY, key);
      }
    }
  }

  private void write(String certificateFile, String keyFile, CertifiedKey key) {
    PlaneDirectory.write(directory.pki(certificateFile), key.certificatePem());
    PlaneDirectory.write(directory.pki(keyFile), key.privateKeyPem());
  }
}
