package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.coppice.api.gang.PodGang;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnservedKindsTest {

  private final UnservedKinds unserved = new UnservedKinds();
  private final AtomicInteger heard = new AtomicInteger();
  private HttpServer server;
  private KubernetesClient client;

  @BeforeEach
  void serveNothing() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
            .build();
    client = Clients.create(config, Duration.ofSeconds(8), Map.of("unserved", unserved));
    unserved.listen(heard::incrementAndGet);
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @Test
  void hears_of_a_list_of_a_kind_that_is_not_served() {
    refused(() -> client.resources(PodGang.class).inAnyNamespace().list());

    assertThat(heard).hasValue(1);
  }

  @Test
  void hears_of_a_watch_of_a_kind_that_is_not_served() {
    refused(() -> client.resources(PodGang.class).inAnyNamespace().watch(new Deaf()));

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(heard).hasPositiveValue());
  }

  @Test
  void hears_of_a_create_of_a_kind_that_is_not_served() {
    refused(() -> client.resource(object()).inNamespace("ns").create());

    assertThat(heard).hasValue(1);
  }

  @Test
  void leaves_alone_objects_that_are_missing_and_kinds_that_are_always_served() {
    client.resources(PodGang.class).inNamespace("ns").withName("gone").get();
    refused(() -> client.pods().inNamespace("ns").list());
    refused(() -> client.pods().inAnyNamespace().list());
    client.getApiResources("grove.io/v1alpha1");

    assertThat(heard).hasValue(0);
  }

  private static PodGang object() {
    PodGang gang = new PodGang();
    gang.getMetadata().setName("a");
    return gang;
  }

  private static void refused(Runnable call) {
    try {
      call.run();
    } catch (KubernetesClientException e) {
      assertThat(e.getCode()).isEqualTo(404);
    }
  }

  private static final class Deaf implements Watcher<PodGang> {
    @Override
    public void eventReceived(Action action, PodGang gang) {}

    @Override
    public void onClose(WatcherException cause) {}
  }
}
