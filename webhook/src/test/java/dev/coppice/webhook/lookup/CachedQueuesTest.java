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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class CachedQueuesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(CachedQueues.class);
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(event.getLevel() + " " + event.getKeyValuePairs());
        }
      };
  private volatile int code;
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

  private static void send(HttpExchange exchange, int code, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void who_may_not_watch_queues_says_so() {
    code = 403;
    try (CachedQueues queues = new CachedQueues(client)) {
      queues.start();

      await().atMost(PATIENCE).until(() -> !lines.isEmpty());
      assertThat(lines.getFirst()).startsWith("WARN").contains("Queues").contains("refused");
      assertThat(queues.complaint()).isPresent();
    }
  }

  @Test
  void a_cluster_without_the_kind_is_nothing_to_complain_of() {
    code = 404;
    try (CachedQueues queues = new CachedQueues(client)) {
      queues.start();

      await().atMost(PATIENCE).until(() -> queues.complaint().isEmpty());
      assertThat(asked).isNotEmpty();
      assertThat(lines).isEmpty();
    }
  }
}
