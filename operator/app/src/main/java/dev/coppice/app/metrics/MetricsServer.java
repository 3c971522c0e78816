package dev.coppice.app.metrics;

import dev.coppice.app.configuration.OperatorConfiguration.MetricsEndpoint;
import dev.coppice.app.http.TextServer;
import dev.coppice.kube.authorization.Authorizer;
import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.LeafRequest;
import dev.coppice.tls.Trust;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;

/** Serves the figures, to everybody or to whom the API server lets. */
public final class MetricsServer {

  /** Longer than any process lives; the key never leaves it. */
  private static final Duration VALIDITY = Duration.ofDays(3650);

  private MetricsServer() {}

  /**
   * Listens from now on.
   *
   * @param authorizer is asked where the configuration wants it
   */
  public static TextServer start(
      MetricsEndpoint endpoint, ProcessMetrics metrics, Authorizer authorizer, Clock clock)
      throws IOException {
    return endpoint.authorization().enabled()
        ? TextServer.start(
            endpoint.bindAddress(),
            endpoint.port(),
            metrics.pages(),
            ownTls(clock),
            new MetricsReaders(authorizer, clock))
        : TextServer.start(endpoint.bindAddress(), endpoint.port(), metrics.pages());
  }

  /** A certificate that nobody can know before, as that of a kubelet: it keeps tokens secret. */
  private static SSLContext ownTls(Clock clock) {
    CertificateAuthority authority =
        CertificateAuthority.create("coppice-metrics", clock, VALIDITY);
    CertifiedKey own =
        authority.issue(LeafRequest.server("coppice-metrics", List.of(), List.of(), VALIDITY));
    return new Trust(List.of(authority.certificate())).contextOf(own);
  }
}
