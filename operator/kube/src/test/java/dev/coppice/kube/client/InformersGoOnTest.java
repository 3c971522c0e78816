package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Unreadable;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With the handlers that the client and the framework have by default, under which they stop. */
@EnableKubernetesMockClient
class InformersGoOnTest {

  private static final String SETS = "/apis/grove.io/v1alpha1/podcliquesets";
  private static final String WATCH =
      SETS + "?allowWatchBookmarks=true&resourceVersion=%d&timeoutSeconds=600&watch=true";

  private KubernetesMockServer server;
  private KubernetesClient client;
  private KubernetesClient ours;
  private SharedIndexInformer<PodCliqueSet> informer;

  @BeforeEach
  void prepare() {
    ours = Clients.create(client.getConfiguration(), Duration.ofSeconds(30), Map.of());
    informer = ours.resources(PodCliqueSet.class).inAnyNamespace().runnableInformer(0);
  }

  @AfterEach
  void close() {
    informer.close();
    ours.close();
  }

  private static String set(int version, String spec) {
    return """
    {"apiVersion":"grove.io/v1alpha1","kind":"PodCliqueSet",
     "metadata":{"name":"a","namespace":"ns","uid":"u","resourceVersion":"%d"},"spec":%s}\
    """
        .formatted(version, spec);
  }

  private static String event(int version, String spec) {
    return "{\"type\":\"MODIFIED\",\"object\":" + set(version, spec) + "}";
  }

  private void serveList(int version, String spec) {
    server
        .expect()
        .get()
        .withPath(SETS + "?resourceVersion=0")
        .andReturn(200, list(version, spec))
        .once();
    server.expect().get().withPath(SETS).andReturn(200, list(version, spec)).always();
  }

  private static String list(int version, String spec) {
    return "{\"kind\":\"PodCliqueSetList\",\"apiVersion\":\"grove.io/v1alpha1\","
        + "\"metadata\":{\"resourceVersion\":\"%d\"},\"items\":[%s]}"
            .formatted(version, set(version, spec));
  }

  private Optional<PodCliqueSet> held(int version) {
    return Optional.ofNullable(informer.getStore().getByKey("ns/a"))
        .filter(set -> set.getMetadata().getResourceVersion().equals(Integer.toString(version)));
  }

  @Test
  void after_an_object_that_cannot_be_read_and_see_it_repaired() {
    serveList(1, "{\"replicas\":1}");
    server
        .expect()
        .withPath(WATCH.formatted(1))
        .andUpgradeToWebSocket()
        .open()
        .waitFor(10)
        .andEmit(event(2, "{\"replicas\":\"boom\"}"))
        .waitFor(20)
        .andEmit(event(3, "{\"replicas\":3}"))
        .done()
        .once();
    var _ = informer.start();

    await().until(() -> held(3).isPresent());

    assertThat(held(3).orElseThrow().getSpec().replicas()).isEqualTo(3);
    assertThat(informer.isRunning()).isTrue();
  }

  @Test
  void that_find_one_in_their_first_list() {
    serveList(1, "{\"replicas\":\"boom\"}");
    server
        .expect()
        .withPath(WATCH.formatted(1))
        .andUpgradeToWebSocket()
        .open()
        .waitFor(10)
        .andEmit(event(2, "[]"))
        .done()
        .once();
    var _ = informer.start();

    await().until(() -> held(2).isPresent());

    assertThat(Unreadable.of(held(2).orElseThrow())).map(Unreadable::path).contains("spec");
    assertThat(informer.hasSynced()).isTrue();
  }

  @Test
  void after_an_event_that_is_none() {
    serveList(1, "{\"replicas\":1}");
    server
        .expect()
        .withPath(WATCH.formatted(1))
        .andUpgradeToWebSocket()
        .open()
        .waitFor(10)
        .andEmit("{\"type\":\"MODIFIED\",\"object\":[7")
        .done()
        .once();
    server
        .expect()
        .withPath(WATCH.formatted(1))
        .andUpgradeToWebSocket()
        .open()
        .waitFor(10)
        .andEmit(event(2, "{\"replicas\":2}"))
        .done()
        .once();
    var _ = informer.start();

    await().until(() -> held(2).isPresent());

    assertThat(informer.isRunning()).isTrue();
  }
}
