package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.tuple;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

class ClusterConnectionTest {

  private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @Test
  void requests_carry_the_name_of_the_process() throws IOException {
    AtomicReference<String> userAgent = new AtomicReference<>();
    HttpServer server = answering(0, userAgent);
    try (ClusterConnection connection = connect(server.getAddress().getPort())) {

      connection.client().getApiResources("grove.io/v1alpha1");

      assertThat(userAgent).hasValue("coppice-operator/1.2.3");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void the_first_answer_sets_the_clock_whatever_that_of_this_machine_shows() throws IOException {
    HttpServer server = answering(0, new AtomicReference<>());
    Clock wrong = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5));
    try (ClusterConnection connection = connect(server.getAddress().getPort(), wrong)) {
      Instant before = connection.clock().instant();

      connection.client().getApiResources("grove.io/v1alpha1");

      assertThat(before).isAfter(Instant.now().plusSeconds(200));
      assertThat(connection.clock().instant())
          .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void silence_and_the_end_of_silence_are_told_once_each() throws IOException {
    int port = freePort();
    ListAppender<ILoggingEvent> lines = listen();
    try (ClusterConnection connection = connect(port)) {
      ask(connection);
      ask(connection);
      Optional<String> during = connection.reachability().failure();
      HttpServer server = answering(port, new AtomicReference<>());

      connection.client().getApiResources("grove.io/v1alpha1");
      connection.client().getApiResources("grove.io/v1alpha1");
      server.stop(0);

      String address = "127.0.0.1:" + port;
      assertThat(during).contains(address + " does not answer: connection refused");
      assertThat(connection.reachability().failure()).isEmpty();
      assertThat(lines.list)
          .extracting(ILoggingEvent::getLevel, ILoggingEvent::getFormattedMessage)
          .containsExactly(
              tuple(Level.WARN, "The API server does not answer; trying again until it does"),
              tuple(Level.INFO, "The API server answers again"));
      assertThat(lines.list.getFirst().getKeyValuePairs())
          .containsExactly(
              new KeyValuePair("server", address),
              new KeyValuePair("failure", "connection refused"));
    } finally {
      logger().detachAppender(lines);
      logger().setAdditive(true);
      logger().setLevel(null);
    }
  }

  private static ListAppender<ILoggingEvent> listen() {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger().setLevel(Level.INFO);
    logger().setAdditive(false);
    logger().addAppender(lines);
    return lines;
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(ApiServerReachability.class);
  }

  private static void ask(ClusterConnection connection) {
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> connection.client().getApiResources("grove.io/v1alpha1"));
  }

  @Test
  void a_kubeconfig_that_is_not_there_is_told_with_its_name() {
    Path absent = folder.resolve("absent");

    assertThatIOException()
        .isThrownBy(() ->
            ClusterConnection.open(Optional.of(absent), "test", RENEW_DEADLINE, Clock.systemUTC()))
        .withMessage(absent + ": no such file, or not readable");
  }

  @Test
  void a_kubeconfig_that_is_no_yaml_is_told_with_its_name() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken"), "clusters: [");

    assertThatIOException()
        .isThrownBy(() ->
            ClusterConnection.open(Optional.of(broken), "test", RENEW_DEADLINE, Clock.systemUTC()))
        .withMessageStartingWith(broken + ": ");
  }

  @ParameterizedTest
  @CsvSource({"PT10S, PT8S", "PT60S, PT8S", "PT5S, PT4S"})
  void no_request_outlives_the_time_in_which_a_leader_may_act(
      Duration renewDeadline, Duration expected) {
    assertThat(ClusterConnection.requestTimeout(renewDeadline)).isEqualTo(expected);
  }

  private ClusterConnection connect(int port) throws IOException {
    return connect(port, Clock.systemUTC());
  }

  private ClusterConnection connect(int port, Clock machine) throws IOException {
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
            users: [{name: u, user: {}}]
            contexts: [{name: x, context: {cluster: c, user: u}}]
            current-context: x
            """
                .formatted(port));
    return ClusterConnection.open(
        Optional.of(kubeconfig), "coppice-operator/1.2.3", RENEW_DEADLINE, machine);
  }

  private static HttpServer answering(int port, AtomicReference<String> userAgent)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          userAgent.set(exchange.getRequestHeaders().getFirst("User-Agent"));
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
