package dev.coppice.e2e;

import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.LeafRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** What somebody else may put into the Secret of the webhook. */
enum ForeignSecret {
  /** An authority with an RSA key, and a certificate that it has signed. */
  RSA_AUTHORITY,
  /** The same without the key of the authority, which its owner keeps. */
  RSA_AUTHORITY_WITHOUT_KEY,
  /** The same, with a certificate of another server. */
  CERTIFICATE_FOR_ANOTHER_NAME,
  /** Keys that belong to other certificates. */
  KEYS_OF_OTHERS,
  /** Nothing that can be read. */
  GARBAGE;

  private static final String HOST = "127.0.0.1";
  private static final Duration VALIDITY = Duration.ofDays(90);
  private static final String PASSWORD = "password";

  /** Whether it can be presented. */
  boolean isSound() {
    return this == RSA_AUTHORITY || this == RSA_AUTHORITY_WITHOUT_KEY;
  }

  /** The data of the Secret. */
  Map<String, String> data(Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    CertifiedKey authority = authority(directory);
    CertificateAuthority issuer = CertificateAuthority.of(authority, Clock.systemUTC());
    CertifiedKey leaf = issuer.issue(server(HOST));
    return switch (this) {
      case RSA_AUTHORITY -> data(authority, authority, leaf, leaf);
      case RSA_AUTHORITY_WITHOUT_KEY ->
          Map.of(
              "ca.crt", encode(authority.certificatePem()),
              "tls.crt", encode(leaf.certificatePem()),
              "tls.key", encode(leaf.privateKeyPem()));
      case CERTIFICATE_FOR_ANOTHER_NAME -> {
        CertifiedKey other = issuer.issue(server("127.0.0.2"));
        yield data(authority, authority, other, other);
      }
      case KEYS_OF_OTHERS -> data(authority, leaf, leaf, authority);
      case GARBAGE -> {
        String garbage = encode("garbage".repeat(10_000));
        yield Map.of("ca.crt", garbage, "ca.key", garbage, "tls.crt", garbage, "tls.key", garbage);
      }
    };
  }

  private static LeafRequest server(String address) {
    return LeafRequest.server("theirs", List.of(), List.of(address), VALIDITY);
  }

  private static Map<String, String> data(
      CertifiedKey authority, CertifiedKey authorityKey, CertifiedKey leaf, CertifiedKey leafKey) {
    return Map.of(
        "ca.crt", encode(authority.certificatePem()),
        "ca.key", encode(authorityKey.privateKeyPem()),
        "tls.crt", encode(leaf.certificatePem()),
        "tls.key", encode(leafKey.privateKeyPem()));
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Made with the tool of the JDK. */
  private static CertifiedKey authority(Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = directory.resolve("authority.p12");
    Path log = directory.resolve("keytool.log");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "theirs",
            "-keyalg",
            "RSA",
            "-dname",
            "CN=theirs",
            "-validity",
            "365",
            "-ext",
            "bc:c=ca:true",
            "-ext",
            "ku:c=keyCertSign",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD);
    Process keytool =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (keytool.waitFor() != 0) {
      throw new IOException(Files.readString(log));
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new CertifiedKey(
        (X509Certificate) keys.getCertificate("theirs"),
        (PrivateKey) keys.getKey("theirs", PASSWORD.toCharArray()));
  }
}
