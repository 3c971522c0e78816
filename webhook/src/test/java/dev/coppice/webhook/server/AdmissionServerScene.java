package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.http.ConnectionLimits;
import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.LeafRequest;
import dev.coppice.webhook.certificate.PresentedCertificate;
import dev.coppice.webhook.certificate.ServingIdentity;
import dev.coppice.webhook.eviction.Extender;
import dev.coppice.webhook.review.ReviewPath;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.Verdict;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server with one reviewer, and somebody who calls it. */
abstract class AdmissionServerScene {

  static final ObjectMapper MAPPER = new ObjectMapper();
  static final String PATH = ReviewPath.VALIDATE_PODCLIQUESET.path();
  static final byte[] REVIEW =
      Reviews.of("CREATE", PodCliqueSet.class).object("{metadata: {name: web}}").bytes();
  static final int REVIEWS_OF_A_CONNECTION = 10;
  static final Limits SMALL =
      new Limits(64 << 10, 256 << 10, 2, Duration.ofMillis(100), 4_000, Duration.ofSeconds(60));

  final CertificateAuthority authority =
      CertificateAuthority.create("test", Clock.systemUTC(), Duration.ofDays(1));
  final PresentedCertificate presented = new PresentedCertificate();
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final AtomicReference<Function<ReviewRequest, Verdict>> reviewer =
      new AtomicReference<>(_ -> Verdict.allow());
  AdmissionServer server;
  TlsClient client;

  @BeforeEach
  void start() throws Exception {
    presented.present(leaf());
    server =
        new AdmissionServer(
            presented.context(),
            Map.of(ReviewPath.VALIDATE_PODCLIQUESET, request -> reviewer.get().apply(request)),
            extender(),
            limits(),
            connections(),
            meters);
    server.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    client = new TlsClient(server.port(), List.of(authority.certificate()));
  }

  /** What it takes on. */
  Limits limits() {
    return SMALL;
  }

  /** What answers schedulers; nothing does by default. */
  Optional<Extender> extender() {
    return Optional.empty();
  }

  /** How many may be connected; as many as usual by default. */
  ConnectionLimits connections() {
    return Connections.within(Runtime.getRuntime().maxMemory());
  }

  ServingIdentity leaf() {
    var leaf =
        authority.issue(
            LeafRequest.server("webhook", List.of(), List.of("127.0.0.1"), Duration.ofDays(1)));
    return new ServingIdentity(List.of(leaf.certificate()), leaf.privateKey());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  static void write(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  static JsonNode body(HttpResponse<String> response) throws IOException {
    return MAPPER.readTree(response.body());
  }

  /** Has one review answered over a connection, and keeps it. */
  static void assertReviewed(Socket socket) throws IOException {
    write(socket, head(REVIEW.length));
    socket.getOutputStream().write(REVIEW);
    assertThat(line(socket.getInputStream())).startsWith("HTTP/1.1 200");
    skipAnswer(socket.getInputStream());
  }

  /** The head of a review whose body has that length. */
  static String head(int contentLength) {
    return String.join(
        "\r\n",
        "POST " + PATH + " HTTP/1.1",
        "Host: x",
        "Content-Type: application/json",
        "Content-Length: " + contentLength,
        "",
        "");
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n' && next >= 0; next = in.read()) {
      line.append((char) next);
    }
    return line.toString().strip();
  }

  private static void skipAnswer(InputStream in) throws IOException {
    int length = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring("content-length:".length()).strip());
      }
    }
    in.readNBytes(length);
  }

  /** A request is counted when its answer is on the wire. */
  void awaitCounted(String outcome) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() ->
            assertThat(
                    meters
                        .get("coppice.admission.requests")
                        .tags("webhook", "validate-podcliqueset", "outcome", outcome)
                        .counter()
                        .count())
                .isEqualTo(1));
  }
}
