package dev.coppice.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.tls.CertificateAuthority;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerNamesTest {

  @Test
  void a_service_has_four_names_and_the_API_server_uses_the_first() {
    assertThat(ServerNames.ofService("grove-operator", "ns", "k8s.example.com").dnsNames())
        .containsExactly(
            "grove-operator.ns.svc",
            "grove-operator",
            "grove-operator.ns",
            "grove-operator.ns.svc.k8s.example.com");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, false, 127.0.0.1",
    "[::1],     false, ::1",
    "localhost, true,  localhost",
    "10.example, true, 10.example",
  })
  void the_host_of_a_url_is_a_name_or_an_address(String host, boolean isName, String expected) {
    ServerNames names = ServerNames.ofService("s", "ns", "cluster.local").and(host);

    assertThat(isName ? names.dnsNames() : names.ipAddresses()).endsWith(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "[::1]", "[2001:db8::0:1]", "localhost"})
  void a_certificate_that_is_made_for_names_is_good_for_them(String host) {
    ServerNames names = ServerNames.ofService("s", "ns", "cluster.local").and(host);
    X509Certificate certificate =
        CertificateAuthority.create("ca", Clock.systemUTC(), Duration.ofDays(2))
            .issue(names.request(Duration.ofDays(1)))
            .certificate();

    assertThat(names.areIn(certificate)).isTrue();
    assertThat(names.areCalledAsIn(certificate)).isTrue();
    assertThat(names.and("elsewhere").areCalledAsIn(certificate)).isFalse();
  }
}
