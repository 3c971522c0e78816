package dev.coppice.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.tls.CertifiedKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever somebody puts into the Secret. */
class JudgementTest {

  private static final String NAME = "webhook.coppice.svc";
  private static final ServerNames NAMES =
      ServerNames.ofService("webhook", "coppice", "cluster.local");
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  private static final CertifiedKey RSA = Foreign.authority("RSA").selfSigned();
  private static final CertifiedKey OTHER = Foreign.authority("P-256").selfSigned();
  private static final CertifiedKey BETWEEN = Foreign.authority("P-384").signedBy(RSA);
  private static final CertifiedKey LEAF = Foreign.server(NAME, "P-256").signedBy(RSA);
  private static final CertifiedKey BELOW = Foreign.server(NAME, "RSA").signedBy(BETWEEN);

  private static Instant in(int days) {
    return NOW.plus(Duration.ofDays(days));
  }

  private static Map<String, String> leaf(Foreign leaf) {
    return Foreign.secret(RSA, leaf.signedBy(RSA));
  }

  private static Map<String, String> authority(Foreign authority) {
    CertifiedKey made = authority.selfSigned();
    return Foreign.secret(made, Foreign.server(NAME, "P-256").signedBy(made));
  }

  private static Map<String, String> but(String key, String value) {
    Map<String, String> data = Foreign.secret(RSA, LEAF);
    data.put(key, value);
    return data;
  }

  private static Map<String, String> all(String text) {
    Map<String, String> data = new HashMap<>();
    Stream.of("ca.crt", "ca.key", "tls.crt", "tls.key")
        .forEach(key -> data.put(key, Foreign.encode(text)));
    return data;
  }

  private static Map<String, String> chain(CertifiedKey... chain) {
    Map<String, String> data = Foreign.secret(RSA, chain[0]);
    data.put("tls.crt", Foreign.chain(chain));
    return data;
  }

  private static Map<String, String> without(String key) {
    Map<String, String> data = Foreign.secret(RSA, LEAF);
    data.remove(key);
    return data;
  }

  static Stream<Arguments> sound() {
    return Stream.of(
        Arguments.of("an RSA authority", Foreign.secret(RSA, LEAF)),
        Arguments.of("an authority on P-384", authority(Foreign.authority("P-384"))),
        Arguments.of("an authority on Ed25519", authority(Foreign.authority("Ed25519"))),
        Arguments.of("a certificate with a key on Ed25519", leaf(Foreign.server(NAME, "Ed25519"))),
        Arguments.of("a certificate with an RSA key", leaf(Foreign.server(NAME, "RSA"))),
        Arguments.of("any name in the namespace", leaf(Foreign.server("*.coppice.svc", "P-256"))),
        Arguments.of("a chain", chain(BELOW, BETWEEN)),
        Arguments.of("a chain with its end", chain(BELOW, BETWEEN, RSA)),
        Arguments.of("a chain in disorder", chain(BELOW, OTHER, RSA, BETWEEN)),
        Arguments.of("others beside the authority", but("ca.crt", Foreign.chain(RSA, OTHER))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sound")
  void what_others_have_made_is_used(String name, Map<String, String> data) {
    Soundness judged = judge(data);

    assertThat(judged.findings()).isEmpty();
    assertThat(judged.set().authority()).isNotNull();
    assertThat(judged.set().serving()).isNotNull();
    assertThat(judged.set().isServingFromNewest()).isTrue();
    assertThat(judge(SecretLayout.write(judged.set()))).isEqualTo(judged);
  }

  static Stream<Arguments> unsound() {
    Fault none = null;
    return Stream.of(
        row("garbage", all("garbage"), Fault.UNREADABLE, Fault.UNREADABLE),
        row("a megabyte", all("x".repeat(1_000_000)), Fault.UNREADABLE, Fault.UNREADABLE),
        row(
            "more authorities than registrations have room for",
            but(
                "ca.crt",
                Foreign.chain(Stream.generate(() -> RSA).limit(100).toArray(CertifiedKey[]::new))),
            Fault.UNREADABLE,
            Fault.UNTRUSTED),
        row("no base64", but("tls.crt", "*"), none, Fault.UNREADABLE),
        row("an RSA key of another pair", but("ca.key", key("RSA")), Fault.KEY_MISMATCH, none),
        row("a key of another kind", but("ca.key", key("P-256")), Fault.KEY_MISMATCH, none),
        row("the key of another pair", but("tls.key", key("P-256")), none, Fault.KEY_MISMATCH),
        row(
            "a certificate for another name",
            leaf(Foreign.server("other.coppice.svc", "P-256")),
            none,
            Fault.OTHER_NAME),
        row(
            "a certificate for any name elsewhere",
            leaf(Foreign.server("*.svc", "P-256")),
            none,
            Fault.OTHER_NAME),
        row(
            "a name in the subject alone, where API servers do not look",
            leaf(Foreign.plain(NAME, "P-256")),
            none,
            Fault.OTHER_NAME),
        row(
            "a certificate of a client",
            leaf(Foreign.server(NAME, "P-256").forClients()),
            none,
            Fault.NOT_FOR_SERVERS),
        row(
            "a certificate with a key that no API server knows",
            leaf(Foreign.server(NAME, "Ed448")),
            none,
            Fault.NOT_FOR_SERVERS),
        row(
            "a certificate that has ended",
            leaf(Foreign.server(NAME, "P-256").lasting(in(-20), in(-1))),
            none,
            Fault.ENDED),
        row(
            "a certificate from tomorrow on",
            leaf(Foreign.server(NAME, "P-256").lasting(in(1), in(20))),
            none,
            Fault.NOT_YET_VALID),
        row(
            "a certificate with a signature that no API server verifies",
            leaf(Foreign.server(NAME, "P-256").over("SHA1")),
            none,
            Fault.UNTRUSTED),
        row(
            "a certificate of another authority",
            Foreign.secret(RSA, Foreign.server(NAME, "P-256").signedBy(OTHER)),
            none,
            Fault.UNTRUSTED),
        row("a chain with a gap", chain(BELOW), none, Fault.UNTRUSTED),
        row("no authority", without("ca.crt"), none, Fault.UNTRUSTED),
        row(
            "an authority that has ended",
            authority(Foreign.authority("RSA").lasting(in(-20), in(-1))),
            Fault.ENDED,
            Fault.UNTRUSTED),
        row(
            "an authority from tomorrow on",
            authority(Foreign.authority("RSA").lasting(in(1), in(20))),
            Fault.CANNOT_SIGN,
            Fault.UNTRUSTED),
        row(
            "an authority that is none",
            authority(Foreign.plain("self", "P-256")),
            Fault.CANNOT_SIGN,
            Fault.UNTRUSTED),
        row(
            "an authority that may not sign certificates",
            authority(
                Foreign.plain("self", "P-256")
                    .with(Extension.basicConstraints, true, new BasicConstraints(true))
                    .with(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))),
            Fault.CANNOT_SIGN,
            Fault.UNTRUSTED),
        row(
            "an authority with a key that no API server knows",
            authority(Foreign.authority("Ed448")),
            Fault.CANNOT_SIGN,
            Fault.UNTRUSTED),
        row(
            "an authority of clients",
            authority(Foreign.authority("P-256").forClients()),
            Fault.CANNOT_SIGN,
            Fault.UNTRUSTED),
        row(
            "an authority for other names",
            authority(Foreign.authority("P-256").within("example.com")),
            Fault.CANNOT_SIGN,
            Fault.UNTRUSTED));
  }

  private static String key(String kind) {
    return Foreign.encode(Foreign.authority(kind).selfSigned().privateKeyPem());
  }

  private static Arguments row(
      String name, Map<String, String> data, Fault authority, Fault serving) {
    return Arguments.of(name, data, Optional.ofNullable(authority), Optional.ofNullable(serving));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unsound")
  void what_is_of_no_use_is_named(
      String name, Map<String, String> data, Optional<Fault> authority, Optional<Fault> serving) {
    Soundness judged = judge(data);

    assertThat(judged.authority().map(Finding::fault)).isEqualTo(authority);
    assertThat(judged.serving().map(Finding::fault)).isEqualTo(serving);
    assertThat(judged.set().serving() == null).isEqualTo(serving.isPresent());
    assertThat(judged.set().authority() == null)
        .isEqualTo(authority.isPresent() || !data.containsKey("ca.crt"));
    assertThat(judged.lastsByItself()).isFalse();
  }

  @Test
  void what_is_not_there_is_no_fault() {
    Soundness judged = judge(Map.of());

    assertThat(judged.findings()).isEmpty();
    assertThat(judged.set()).isEqualTo(CertificateSet.NONE);
    assertThat(judged.lastsByItself()).isFalse();
  }

  @Test
  void what_ends_soon_is_used_and_told() {
    Soundness judged = judge(leaf(Foreign.server(NAME, "P-256").lasting(in(-350), in(15))));

    assertThat(judged.findings()).extracting(Finding::fault).containsExactly(Fault.ENDING);
    assertThat(judged.set().serving()).isNotNull();
  }

  @Test
  void whoever_keeps_the_key_of_his_authority_is_believed_for_as_long_as_it_lasts() {
    Soundness judged = judge(without("ca.key"));

    assertThat(judged.findings()).isEmpty();
    assertThat(judged.lastsByItself()).isTrue();
    assertThat(SecretLayout.write(judged.set())).doesNotContainKey("ca.key");
  }

  @Property(tries = 500)
  void any_bytes_are_judged(
      @ForAll @IntRange(max = 3) int which,
      @ForAll @IntRange(max = 2_000) int at,
      @ForAll byte by) {
    Map<String, String> data = Foreign.secret(RSA, LEAF);
    String key = List.of("ca.crt", "ca.key", "tls.crt", "tls.key").get(which);
    data.compute(key, (_, pem) -> changed(pem, at, by));

    Soundness judged = judge(data);

    assertThat(judged.set().trusted()).hasSizeLessThanOrEqualTo(1);
  }

  /** The text stays PEM, and what it encodes is another. */
  private static String changed(String encoded, int at, byte by) {
    String[] lines = Installed.decode(encoded).split("\n");
    String body = String.join("", List.of(lines).subList(1, lines.length - 1)).replace("\r", "");
    byte[] bytes = Base64.getDecoder().decode(body);
    bytes[at % bytes.length] = by;
    return Foreign.encode(
        String.join(
            "\n",
            lines[0].strip(),
            Base64.getEncoder().encodeToString(bytes),
            lines[lines.length - 1].strip(),
            ""));
  }

  private static Soundness judge(Map<String, String> data) {
    return new Judgement(NAMES, NOW).of(SecretLayout.read(data));
  }
}
