package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Without the webhook nothing new is stored, and everything that is stored goes on. */
@OnCoppice
class WebhookOutageIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration BACK = Duration.ofSeconds(2);

  @Test
  void users_are_refused_and_running_sets_live_on_until_it_is_back(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      RegisteredWebhook webhook) {
    kubectl.apply(Sets.manifest("web", 1, Sets.clique("server", 3, 3)));
    kubectl.apply(Sets.manifest("old", 1, Sets.clique("server", 1, 1)));
    String place = "nodeSelector: {room: \"%s\"}".formatted(namespace);
    kubectl.apply(Workload.WORKLOAD2.manifest(clique -> "", place));
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "pcs/old", "--timeout=60s");
    await().atMost(PATIENCE).until(() -> client.pods().list().getItems().size() == 14);

    webhook.process().kill();

    kubectl.apply(Sets.autoscaler("old-0-server", 2, 3));
    String refused =
        kubectl.call(Sets.manifest("new", 1, Sets.clique("a", 1, 1)), "apply", "-f", "-").err();
    String unscaled = kubectl.call("", "scale", "pcs", "web", "--replicas=2").err();
    String unedited = kubectl.call("", "scale", "pclq", "web-0-server", "--replicas=4").err();
    assertThat(List.of(refused, unscaled, unedited))
        .allSatisfy(error -> assertThat(error).contains("failed calling webhook"));

    Pod lost = Sets.livePods(client, "web-0-server").getFirst();
    client.resource(lost).delete();
    await()
        .atMost(PATIENCE)
        .until(() -> {
          List<Pod> pods = Sets.livePods(client, "web-0-server");
          return pods.size() == 3
              && pods.stream().allMatch(Sets::isReady)
              && pods.stream().noneMatch(pod -> uid(pod).equals(uid(lost)));
        });
    List<String> own =
        nodes.create(NodeShape.gpu(namespace.name()).withLabel("room", namespace.name()), 1);
    kubectl.run("wait", "--for=condition=Ready", "pods", "--all", "--timeout=90s");
    await().atMost(PATIENCE).until(() -> Sets.livePods(client, "old-0-server").size() == 2);
    kubectl.run("delete", "hpa", "by-hand");
    kubectl.run("delete", "pcs", "old", "--cascade=foreground", "--timeout=60s");
    assertThat(Sets.livePods(client, "old-0-server")).isEmpty();

    webhook.startAgain();
    Instant ready = Instant.now();
    await()
        .atMost(BACK)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> kubectl.call("", "scale", "pcs", "web", "--replicas=2").code() == 0);
    System.out.printf(
        "writes work %d ms after the webhook was ready%n",
        Duration.between(ready, Instant.now()).toMillis());
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
    assertThat(client.resources(PodCliqueSet.class).withName("new").get()).isNull();
    client.nodes().withName(own.getFirst()).delete();
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }
}
