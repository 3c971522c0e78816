package dev.coppice.webhook.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class CachedQueuesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(WatchWarning.class);
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(event.getLevel() + " " + event.getKeyValuePairs());
        }
      };
  private volatile int code;
  private volatile String gangsBy = "";
  private HttpServer server;
  private KubernetesClient client;

  @BeforeEach
  void start() throws IOException {
    appender.start();
    logger.addAppender(appender);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(Config.empty())
                    .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
    logger.detachAppender(appender);
  }

  private void answer(HttpExchange exchange) throws IOException {
    if (exchange.getRequestURI().getPath().endsWith("/podgangs")) {
      answerGangs(exchange);
      return;
    }
    asked.add(exchange.getRequestURI().getPath());
    send(
        exchange,
        code,
        Serialization.asJson(
            new StatusBuilder()
                .withStatus("Failure")
                .withCode(code)
                .withMessage("refused")
                .build()));
  }

  private void answerGangs(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getQuery();
    assertThat(query).contains("limit=1");
    String selector =
        Arrays.stream(query.split("&", -1))
            .filter(part -> part.startsWith("labelSelector="))
            .map(part -> part.substring("labelSelector=".length()))
            .findFirst()
            .orElse("all");
    asked.add(selector);
    send(
        exchange,
        200,
        "{\"kind\":\"PodGangList\",\"apiVersion\":\"scheduler.grove.io/v1alpha1\",\"metadata\":{},\"items\":[%s]}"
            .formatted(
                selector.equals(gangsBy)
                    ? "{\"kind\":\"PodGang\",\"apiVersion\":\"scheduler.grove.io/v1alpha1\",\"metadata\":{\"name\":\"g\"}}"
                    : ""));
  }

  private static void send(HttpExchange exchange, int code, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** The queue "all" is that of gangs that name none. */
  @ParameterizedTest
  @CsvSource({
    "web, kai.scheduler/queue=web, true,  kai.scheduler/queue=web",
    "web, !kai.scheduler/queue,    false, kai.scheduler/queue=web",
    "all, kai.scheduler/queue=all, true,  kai.scheduler/queue=all",
    "all, !kai.scheduler/queue,    true,  kai.scheduler/queue=all !kai.scheduler/queue",
    "all, none,                    false, kai.scheduler/queue=all !kai.scheduler/queue",
  })
  void gangs_are_in_the_queue_that_they_name_or_in_the_default_one(
      String queue, String gangs, boolean expected, String selectors) {
    gangsBy = gangs;
    try (CachedQueues queues = new CachedQueues(client, Optional.of("all"))) {
      assertThat(queues.hasGangs(queue)).isEqualTo(expected);
    }
    assertThat(String.join(" ", asked)).isEqualTo(selectors);
  }

  @Test
  void no_gang_names_a_queue_whose_name_is_too_long_for_a_label() {
    gangsBy = "!kai.scheduler/queue";
    String longest = "q".repeat(63);
    String tooLong = "q".repeat(64);

    try (CachedQueues queues = new CachedQueues(client, Optional.empty())) {
      assertThat(queues.hasGangs(longest)).isFalse();
      assertThat(queues.hasGangs(tooLong)).isFalse();
    }
    try (CachedQueues queues = new CachedQueues(client, Optional.of(tooLong))) {
      assertThat(queues.hasGangs(tooLong)).isTrue();
    }

    assertThat(asked).containsExactly("kai.scheduler/queue=" + longest, "!kai.scheduler/queue");
  }

  @Test
  void who_may_not_watch_queues_says_so() {
    code = 403;
    try (CachedQueues queues = new CachedQueues(client, Optional.empty())) {
      queues.start();

      await().atMost(PATIENCE).until(() -> !lines.isEmpty());
      assertThat(lines.getFirst()).startsWith("WARN").contains("Queues").contains("refused");
      assertThat(queues.complaint()).isPresent();
    }
  }

  @Test
  void a_cluster_without_the_kind_is_nothing_to_complain_of() {
    code = 404;
    try (CachedQueues queues = new CachedQueues(client, Optional.empty())) {
      queues.start();

      await().atMost(PATIENCE).until(() -> queues.complaint().isEmpty());
      assertThat(asked).isNotEmpty();
      assertThat(lines).isEmpty();
    }
  }
}
