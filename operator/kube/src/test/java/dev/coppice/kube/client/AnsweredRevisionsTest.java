package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.coppice.core.history.Cut;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.history.AnsweredRevisions;
import dev.coppice.kube.history.ClusterHistory;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the client's own HTTP layer lets one hear of lists, watches and writes. */
class AnsweredRevisionsTest {

  private static final String PODS = "/api/v1/pods";
  private static final String LEASE = "/apis/coordination.k8s.io/v1/namespaces/a/leases/b";

  private final ClusterHistory history = new ClusterHistory();
  private final BlockingQueue<String> lists = new LinkedBlockingQueue<>();
  private volatile long revision = 100;
  private volatile int status = 200;
  private volatile Optional<OutputStream> watch = Optional.empty();
  private HttpServer server;
  private KubernetesClient client;
  private ApiServer api;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          String query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
          if (exchange.getRequestHeaders().containsKey("Upgrade")) {
            // The client then watches without a web socket.
            exchange.sendResponseHeaders(200, -1);
          } else if (query.contains("watch=true")) {
            exchange.sendResponseHeaders(200, 0);
            watch = Optional.of(exchange.getResponseBody());
            exchange.getResponseBody().flush();
          } else {
            lists.add(exchange.getRequestURI().toString());
            byte[] body =
                "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[],\"metadata\":{\"resourceVersion\":\"%d\"}}"
                    .formatted(revision)
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          }
        });
    server.start();
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
            .build();
    client =
        Clients.create(
            config, Duration.ofSeconds(5), Map.of("history", new AnsweredRevisions(history)));
    api = new HttpApiServer(client);
    history.lookBy(new HistoryLooks(history, api));
  }

  @AfterEach
  void close() {
    client.close();
    server.stop(0);
  }

  private Optional<Cut> cut() {
    return Optional.ofNullable(history.cut().toCompletableFuture().getNow(null));
  }

  /** Pods have been watched from 100 on. */
  private SharedIndexInformer<Pod> watchPods() {
    SharedIndexInformer<Pod> informer =
        client.pods().inAnyNamespace().withLimit(500L).runnableInformer(0);
    var _ = informer.start();
    await().until(() -> history.seen().knows(PODS));
    assertThat(lists).hasSize(1);
    lists.clear();
    return informer;
  }

  @ParameterizedTest
  @CsvSource({
    "LIST, /api/v1/pods?limit=500, 200, 99, true",
    "LIST, /api/v1/namespaces/a/pods?labelSelector=x, 200, 99, true",
    "LIST, /api/v1/pods?limit=500, 200, 100, false",
    "LIST, /api/v1/pods?resourceVersion=0, 200, 99, false",
    "LIST, /api/v1/pods?limit=5&continue=x, 200, 99, false",
    "LIST, /api/v1/pods?limit=5, 500, 99, false",
    "LIST, /api/v1/nodes?limit=5, 200, 99, false",
    "LIST, /apis/metrics.k8s.io/v1beta1/pods, 200, 99, false",
    "CREATE, /api/v1/namespaces/a/pods, 201, 99, true",
    "CREATE, /api/v1/namespaces/a/pods, 201, 101, false",
    "CREATE, /api/v1/namespaces/a/pods?dryRun=All, 201, 99, false",
    "CREATE, /api/v1/namespaces/a/pods, 409, 99, false",
    "PATCH, /api/v1/namespaces/a/pods/b, 200, 99, false",
    "GET, /api/v1/namespaces/a/pods/b, 200, 99, false",
  })
  void only_what_shows_all_that_was_written_proves_a_cut(
      Verb verb, String path, int answer, long answered, boolean cut) {
    try (SharedIndexInformer<Pod> _ = watchPods()) {
      status = answer;
      revision = answered;

      api.send(new Call(verb, "", path, "application/json", verb.writes() ? "{}" : null, false));

      assertThat(cut().isPresent()).isEqualTo(cut);
    }
  }

  @Test
  void a_lease_that_is_older_than_it_was_proves_a_cut() {
    Call read = new Call(Verb.GET, "leases", LEASE, "application/json", null, false);
    api.send(read);
    revision = 101;
    api.send(new Call(Verb.UPDATE, "leases", LEASE, "application/json", "{}", false));
    assertThat(cut()).isEmpty();
    revision = 100;

    api.send(read);

    assertThat(cut()).contains(new Cut.Older(LEASE, 101, 100));
  }

  @Test
  void a_watch_that_goes_on_has_the_store_looked_at() throws Exception {
    try (SharedIndexInformer<Pod> _ = watchPods()) {
      revision = 60;

      watch.orElseThrow().close();

      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> assertThat(cut()).contains(new Cut.Older(PODS, 100, 60)));
      assertThat(lists).containsExactly(PODS + "?limit=1");
    }
  }
}
