package dev.coppice.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateAuthorityTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  private final CertificateAuthority authority =
      CertificateAuthority.create("test-ca", Clock.fixed(NOW, ZoneOffset.UTC), Duration.ofDays(10));

  @Test
  void signs_itself_and_may_sign_others() throws GeneralSecurityException {
    X509Certificate certificate = authority.certificate();

    certificate.verify(certificate.getPublicKey());
    assertThat(certificate.getBasicConstraints()).isNotNegative();
    assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=test-ca");
    assertThat(certificate.getNotAfter()).isEqualTo(NOW.plus(Duration.ofDays(10)));
  }

  @Test
  void a_leaf_is_signed_by_the_authority_and_may_not_sign_others() throws GeneralSecurityException {
    CertifiedKey leaf = authority.issue(LeafRequest.client("someone", List.of(), DAY));

    leaf.certificate().verify(authority.certificate().getPublicKey());
    assertThat(leaf.certificate().getBasicConstraints()).isNegative();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CertificateAuthority.of(leaf, Clock.systemUTC()))
        .withMessageContaining("someone");
  }

  @Test
  void a_client_certificate_names_the_user_and_its_groups() throws GeneralSecurityException {
    X509Certificate client =
        authority.issue(LeafRequest.client("admin", List.of("system:masters"), DAY)).certificate();

    assertThat(client.getSubjectX500Principal().getName()).isEqualTo("CN=admin,O=system:masters");
    assertThat(client.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
  }

  @Test
  void a_server_certificate_names_hosts_and_addresses() throws GeneralSecurityException {
    X509Certificate server =
        authority
            .issue(LeafRequest.server("api", List.of("localhost"), List.of("127.0.0.1"), DAY))
            .certificate();

    assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(server.getSubjectAlternativeNames())
        .containsExactlyInAnyOrder(List.of(2, "localhost"), List.of(7, "127.0.0.1"));
  }

  @Test
  void a_certificate_starts_a_little_early_and_ends_with_its_authority_at_the_latest() {
    X509Certificate leaf =
        authority.issue(LeafRequest.client("x", List.of(), Duration.ofDays(365))).certificate();

    assertThat(leaf.getNotBefore()).isEqualTo(NOW.minus(Duration.ofMinutes(5)));
    assertThat(leaf.getNotAfter()).isEqualTo(authority.certificate().getNotAfter());
  }

  @Test
  void an_authority_read_back_from_text_issues_what_the_first_one_vouches_for()
      throws GeneralSecurityException {
    CertifiedKey kept =
        CertifiedKey.ofPem(
            authority.identity().certificatePem(), authority.identity().privateKeyPem());

    CertifiedKey leaf =
        CertificateAuthority.of(kept, Clock.fixed(NOW, ZoneOffset.UTC))
            .issue(LeafRequest.client("x", List.of(), DAY));

    leaf.certificate().verify(authority.certificate().getPublicKey());
  }

  @Test
  void another_authority_of_the_same_name_is_not_trusted() {
    CertificateAuthority other = CertificateAuthority.create("test-ca", Clock.systemUTC(), DAY);

    CertifiedKey leaf = other.issue(LeafRequest.client("x", List.of(), DAY));

    assertThatThrownBy(() -> leaf.certificate().verify(authority.certificate().getPublicKey()))
        .isInstanceOf(SignatureException.class);
  }

  @Test
  void tells_which_of_two_authorities_of_one_name_signed() {
    CertificateAuthority other = CertificateAuthority.create("test-ca", Clock.systemUTC(), DAY);
    X509Certificate leaf = authority.issue(LeafRequest.client("x", List.of(), DAY)).certificate();

    assertThat(CertificateAuthority.signed(authority.certificate(), leaf)).isTrue();
    assertThat(CertificateAuthority.signed(other.certificate(), leaf)).isFalse();
    assertThat(CertificateAuthority.signed(leaf, leaf)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"EC, 256", "RSA, 2048", "Ed25519, 255"})
  void a_key_belongs_to_its_own_certificate_only(String algorithm, int size)
      throws GeneralSecurityException {
    CertifiedKey leaf = authority.issue(LeafRequest.client("x", List.of(), DAY));
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(size);

    CertifiedKey mixed =
        new CertifiedKey(leaf.certificate(), generator.generateKeyPair().getPrivate());

    assertThat(leaf.belongTogether()).isTrue();
    assertThat(mixed.belongTogether()).isFalse();
  }

  @Test
  void a_client_that_trusts_the_authority_talks_to_its_server() throws Exception {
    CertificateAuthority live = CertificateAuthority.create("live", Clock.systemUTC(), DAY);
    CertifiedKey server =
        live.issue(LeafRequest.server("api", List.of(), List.of("127.0.0.1"), DAY));
    InetAddress loopback = InetAddress.getLoopbackAddress();
    SSLContext context = new Trust(List.of(live.certificate())).contextOf(server);

    try (SSLServerSocket listener =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, loopback)) {
      CompletableFuture<Integer> received = CompletableFuture.supplyAsync(() -> readOne(listener));
      try (SSLSocket client =
          (SSLSocket)
              context.getSocketFactory().createSocket("127.0.0.1", listener.getLocalPort())) {
        SSLParameters parameters = client.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        client.setSSLParameters(parameters);
        client.getOutputStream().write(42);
        client.getOutputStream().flush();
        assertThat(received.join()).isEqualTo(42);
      }
    }
  }

  private static int readOne(SSLServerSocket listener) {
    try (SSLSocket accepted = (SSLSocket) listener.accept()) {
      return accepted.getInputStream().read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
