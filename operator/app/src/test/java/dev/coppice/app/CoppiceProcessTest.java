package dev.coppice.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.coppice.app.configuration.ConfigurationFile;
import dev.coppice.app.configuration.InvalidConfigurationException;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.kube.client.ApiServerReachability;
import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.LeafRequest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoppiceProcessTest {

  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir private Path folder;
  private Path kubeconfig;

  @BeforeEach
  void pointAtNobody() throws IOException {
    kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
            users: [{name: u, user: {}}]
            contexts: [{name: x, context: {cluster: c, user: u}}]
            current-context: x
            """);
  }

  @Test
  void an_operator_without_api_server_is_alive_but_not_ready_and_says_so_once() throws Exception {
    try (LogLines lines = new LogLines(ApiServerReachability.class);
        CoppiceProcess process =
            CoppiceProcess.start(
                Role.OPERATOR,
                configuration(0),
                Optional.of(kubeconfig),
                Clock.systemUTC(),
                false)) {

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() ->
              assertThat(get(process.probePort(), "/readyz"))
                  .isEqualTo(
                      """
                      503 apiServer: 127.0.0.1:1 does not answer: connection refused
                      schemas: not every CustomResourceDefinition has been looked at: connection refused
                      cluster: no answer from the API server: connection refused
                      controllers: starting
                      """));
      assertThat(get(process.probePort(), "/healthz")).isEqualTo("200 ok\n");
      assertThat(get(process.metricsPort(), "/metrics")).startsWith("200 # HELP");
      assertThat(lines.all())
          .containsExactly(
              "WARN The API server does not answer; trying again until it does"
                  + " server=127.0.0.1:1 failure=connection refused");
    }
  }

  @Test
  void a_webhook_without_api_server_does_not_listen_and_says_why() throws Exception {
    int port = freePort();
    try (CoppiceProcess process =
        CoppiceProcess.start(
            Role.WEBHOOK,
            configuration(0, webhook(port, "certProvisionMode: auto")),
            Optional.of(kubeconfig),
            Clock.systemUTC(),
            false)) {

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() ->
              assertThat(get(process.probePort(), "/readyz"))
                  .isEqualTo("503 webhook: no certificate yet: connection refused\n"));
      assertThat(get(process.probePort(), "/healthz")).isEqualTo("200 ok\n");
      assertThat(listens(port)).isFalse();
    }
  }

  @Test
  void a_webhook_with_mounted_files_is_ready_at_once() throws Exception {
    int port = freePort();
    mountCertificate();

    try (CoppiceProcess process =
        CoppiceProcess.start(
            Role.WEBHOOK, mounted(port), Optional.of(kubeconfig), Clock.systemUTC(), false)) {
      assertThat(get(process.probePort(), "/readyz")).isEqualTo("200 ok\n");
      assertThat(listens(port)).isTrue();
    }
  }

  @Test
  void a_webhook_whose_files_come_later_listens_from_then_on() throws Exception {
    int port = freePort();

    try (CoppiceProcess process =
        CoppiceProcess.start(
            Role.WEBHOOK, mounted(port), Optional.of(kubeconfig), Clock.systemUTC(), false)) {
      assertThat(get(process.probePort(), "/readyz")).startsWith("503 webhook: no certificate yet");
      assertThat(listens(port)).isFalse();

      mountCertificate();

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> assertThat(get(process.probePort(), "/readyz")).isEqualTo("200 ok\n"));
      assertThat(listens(port)).isTrue();
    }
  }

  @Test
  void a_webhook_whose_port_is_taken_ends_and_says_so() throws Exception {
    mountCertificate();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        LogLines lines = new LogLines(CoppiceProcess.class);
        CoppiceProcess process =
            CoppiceProcess.start(
                Role.WEBHOOK,
                mounted(taken.getLocalPort()),
                Optional.of(kubeconfig),
                Clock.systemUTC(),
                false)) {
      assertThat(process.ended())
          .succeedsWithin(Duration.ofSeconds(60))
          .isEqualTo(ExitCode.INITIALISATION);
      assertThat(get(process.probePort(), "/readyz"))
          .startsWith("503 webhook: cannot listen on 127.0.0.1:" + taken.getLocalPort());
      assertThat(lines.all())
          .anySatisfy(line ->
              assertThat(line)
                  .startsWith("ERROR The webhook cannot listen")
                  .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort()));
    }
  }

  /** All that is watched was at 100 at first, ends at once, and is at 60 when somebody looks. */
  @Test
  void ends_with_a_code_of_its_own_where_the_history_was_cut() throws Exception {
    mountCertificate();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String query = String.valueOf(exchange.getRequestURI().getQuery());
          String list =
              "{\"kind\":\"List\",\"items\":[],\"metadata\":{\"resourceVersion\":\"%d\"}}"
                  .formatted(query.endsWith("limit=1") ? 60 : 100);
          byte[] body = (query.contains("watch=true") ? "" : list).getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    Files.writeString(
        kubeconfig,
        Files.readString(kubeconfig)
            .replace("127.0.0.1:1", "127.0.0.1:" + server.getAddress().getPort()));
    int port = freePort();
    try (CoppiceProcess process =
        CoppiceProcess.start(
            Role.WEBHOOK, mounted(port), Optional.of(kubeconfig), Clock.systemUTC(), false)) {
      assertThat(process.ended())
          .succeedsWithin(Duration.ofSeconds(60))
          .isEqualTo(ExitCode.HISTORY);

      assertThat(get(process.metricsPort(), "/metrics")).contains("coppice_history_cuts_total 1.0");
      assertThat(listens(port)).isFalse();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void both_in_one_process_are_judged_apart() throws Exception {
    try (CoppiceProcess process =
        CoppiceProcess.start(
            Role.ALL, configuration(0), Optional.of(kubeconfig), Clock.systemUTC(), false)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() ->
              assertThat(get(process.probePort(), "/readyz"))
                  .contains("webhook: no certificate yet", "controllers: starting"));
    }
  }

  @Test
  void a_port_that_is_taken_is_told_before_anything_runs() throws Exception {
    try (CoppiceProcess first =
        CoppiceProcess.start(
            Role.WEBHOOK, configuration(0), Optional.of(kubeconfig), Clock.systemUTC(), false)) {
      OperatorConfiguration samePort = configuration(first.probePort());

      assertThatIOException()
          .isThrownBy(() ->
              CoppiceProcess.start(
                  Role.OPERATOR, samePort, Optional.of(kubeconfig), Clock.systemUTC(), false))
          .withMessageStartingWith("cannot listen on 127.0.0.1:" + first.probePort());
    }
  }

  private OperatorConfiguration configuration(int probePort)
      throws IOException, InvalidConfigurationException {
    return configuration(probePort, webhook(0, "certProvisionMode: auto"));
  }

  private OperatorConfiguration mounted(int port)
      throws IOException, InvalidConfigurationException {
    return configuration(0, webhook(port, "certProvisionMode: manual, serverCertDir: " + folder));
  }

  private static String webhook(int port, String certificates) {
    return "port: %d, %s".formatted(port, certificates);
  }

  private void mountCertificate() throws IOException {
    CertificateAuthority authority =
        CertificateAuthority.create("ca", Clock.systemUTC(), Duration.ofDays(1));
    String name = "grove-operator.default.svc";
    CertifiedKey leaf =
        authority.issue(LeafRequest.server(name, List.of(name), List.of(), Duration.ofDays(1)));
    Files.writeString(folder.resolve("tls.crt"), leaf.certificatePem());
    Files.writeString(folder.resolve("tls.key"), leaf.privateKeyPem());
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static boolean listens(int port) throws IOException {
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (ConnectException refused) {
      return false;
    }
  }

  private OperatorConfiguration configuration(int probePort, String webhook)
      throws IOException, InvalidConfigurationException {
    Path file =
        Files.writeString(
            folder.resolve("config.yaml"),
            """
            apiVersion: operator.config.grove.io/v1alpha1
            kind: OperatorConfiguration
            server:
              webhooks: {bindAddress: 127.0.0.1, %s}
              healthProbes: {bindAddress: 127.0.0.1, port: %d}
              metrics: {bindAddress: 127.0.0.1, port: 0}
            """
                .formatted(webhook, probePort));
    return ConfigurationFile.read(file).configuration();
  }

  private String get(int port, String path) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }
}
