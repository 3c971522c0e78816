package dev.coppice.faults;

import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Trust;
import io.fabric8.kubernetes.client.Config;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;

/** TLS at both ends of the proxy. */
final class ProxyTrust {

  private ProxyTrust() {}

  /** Towards the operator: the proxy proves itself and asks for nothing. */
  static SSLContext server(CertifiedKey identity) {
    return new Trust(List.of(identity.certificate())).contextOf(identity);
  }

  /** Towards the API server: whoever the kubeconfig has a certificate of, or nobody. */
  static SSLContext client(Config kubeconfig) {
    Trust trust = Trust.inPem(decoded(kubeconfig.getCaCertData()));
    return kubeconfig.getClientCertData() == null
        ? trust.context()
        : trust.contextOf(
            CertifiedKey.ofPem(
                decoded(kubeconfig.getClientCertData()), decoded(kubeconfig.getClientKeyData())));
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }
}
