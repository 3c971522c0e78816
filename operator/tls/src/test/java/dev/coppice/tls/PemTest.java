package dev.coppice.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.ECPrivateKey;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PemTest {

  private final CertificateAuthority authority =
      CertificateAuthority.create("ca", Clock.systemUTC(), Duration.ofDays(1));

  @Test
  void an_elliptic_key_survives_the_round_trip_under_a_header_that_names_the_algorithm() {
    KeyPair keys = EllipticKeys.generate();

    String pem = Pem.encode(keys.getPrivate());

    assertThat(pem).startsWith("-----BEGIN EC PRIVATE KEY-----");
    assertThat(((ECPrivateKey) Pem.privateKey(pem)).getS())
        .isEqualTo(((ECPrivateKey) keys.getPrivate()).getS());
  }

  @Test
  void an_rsa_key_made_elsewhere_is_read_too() throws NoSuchAlgorithmException {
    KeyPair keys = KeyPairGenerator.getInstance("RSA").generateKeyPair();

    assertThat(Pem.privateKey(Pem.encode(keys.getPrivate()))).isEqualTo(keys.getPrivate());
  }

  @Test
  void a_chain_is_read_in_order_and_its_first_certificate_is_the_leaf() {
    CertifiedKey leaf = authority.issue(LeafRequest.client("x", List.of(), Duration.ofHours(1)));
    String chain = leaf.certificatePem() + authority.identity().certificatePem();

    assertThat(Pem.certificates(chain))
        .containsExactly(leaf.certificate(), authority.certificate());
    assertThat(Pem.certificate(chain)).isEqualTo(leaf.certificate());
  }

  @Test
  void a_public_key_is_written_under_its_own_header() {
    assertThat(Pem.encode(EllipticKeys.generate().getPublic()))
        .startsWith("-----BEGIN PUBLIC KEY-----");
  }

  @Test
  void text_without_the_wanted_block_is_refused_with_what_is_missing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pem.privateKey(authority.identity().certificatePem()))
        .withMessage("no private key in the PEM text");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pem.certificates("nothing"))
        .withMessage("no certificate in the PEM text");
  }

  @Test
  void a_certified_key_does_not_print_its_key() {
    assertThat(authority.identity()).hasToString("CertifiedKey[CN=ca]");
  }
}
