package dev.coppice.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretLayoutTest {

  private static final ServerNames NAMES =
      ServerNames.ofService("webhook", "coppice", "cluster.local");
  private static final CertificateSet ONE = make();
  private static final CertificateSet OTHER = make();

  private static CertificateSet make() {
    return new Issuer(Clock.systemUTC(), Lifetimes.DEFAULTS, NAMES)
        .renewAuthority(CertificateSet.NONE);
  }

  private static CertificateSet read(Map<String, String> data) {
    return new Judgement(NAMES, Instant.now()).of(SecretLayout.read(data)).set();
  }

  @Test
  void reads_what_it_writes() {
    CertificateSet read = read(SecretLayout.write(ONE));

    assertThat(read.trusted()).isEqualTo(ONE.trusted());
    assertThat(read.authority().certificate()).isEqualTo(ONE.authority().certificate());
    assertThat(read.serving().certificate()).isEqualTo(ONE.serving().certificate());
    assertThat(SecretLayout.write(read)).isEqualTo(SecretLayout.write(ONE));
  }

  @Test
  void the_keys_are_those_of_a_TLS_secret() {
    assertThat(SecretLayout.write(ONE)).containsOnlyKeys("tls.crt", "tls.key", "ca.crt", "ca.key");
  }

  @ParameterizedTest
  @CsvSource({
    // what is foreign, then what is left of use: authorities, the signing key, what is presented
    "tls.crt, 1, true,  false",
    "tls.key, 1, true,  false",
    "ca.crt,  1, false, false",
    "ca.key,  1, false, true",
  })
  void what_does_not_fit_together_is_of_no_use(
      String foreign, int trusted, boolean authority, boolean serving) {
    Map<String, String> data = new HashMap<>(SecretLayout.write(ONE));
    data.put(foreign, SecretLayout.write(OTHER).get(foreign));

    CertificateSet read = read(data);

    assertThat(read.trusted()).hasSize(trusted);
    assertThat(read.authority() != null).isEqualTo(authority);
    assertThat(read.serving() != null).isEqualTo(serving);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no PEM",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\n*\n-----END CERTIFICATE-----\n",
        "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n",
        "-----BEGIN CERTIFICATE-----",
      })
  void garbage_is_as_good_as_nothing(String text) {
    String encoded = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));

    CertificateSet read =
        read(Map.of("tls.crt", encoded, "tls.key", encoded, "ca.crt", encoded, "ca.key", encoded));

    assertThat(read).isEqualTo(CertificateSet.NONE);
  }

  @Test
  void what_is_not_even_base64_is_as_good_as_nothing() {
    assertThat(read(Map.of("tls.crt", "*", "ca.crt", "*"))).isEqualTo(CertificateSet.NONE);
  }
}
