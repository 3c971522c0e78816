package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.core.object.Ownership;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.Kubectl.Result;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.WebhookRegistration;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.GarbageCollector;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With protection switched on, nobody but the operator changes what the operator made. */
@OnCoppice
class ProtectionIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ENTITLED = "protection-entitled";

  @TempDir private Path directory;

  private Kubectl kubectl;
  private KubernetesClient client;
  private RegisteredWebhook shared;
  private OperatorProcess webhook;

  @BeforeEach
  void open(
      ControlPlane plane,
      Kubectl administrator,
      KubernetesClient namespaced,
      RegisteredWebhook unprotecting) {
    kubectl = administrator;
    client = namespaced;
    shared = unprotecting;
    // Who may do everything, without being one of those who are never held up.
    kubectl.run(
        "create", "clusterrolebinding", ENTITLED, "--clusterrole=cluster-admin", "--user=jane");
    webhook =
        OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.WEBHOOK))
            .subcommand("webhook")
            .configure("authorizer.enabled", true)
            .configure("topologyAwareScheduling.enabled", true)
            .launch();
    WebhookRegistration.apply(webhook, plane.kubeconfig(PlaneUser.ADMIN));
    webhook.awaitReady();
    WebhookRegistration.awaitAnswers(client);
  }

  @AfterEach
  void close() {
    shared.unregister();
    webhook.close();
    kubectl.run("delete", "clusterrolebinding", ENTITLED);
  }

  @Test
  void users_cannot_change_what_the_operator_made_unless_the_set_allows_it() {
    kubectl.apply(Sets.manifest("web", 1, Sets.clique("server", 2, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
    String pod = Sets.livePods(client, "web-0-server").getFirst().getMetadata().getName();
    List<String[]> changes =
        List.of(
            new String[] {"label", "pod", pod, "mine=yes"},
            new String[] {"annotate", "pclq", "web-0-server", "mine=yes"},
            new String[] {"delete", "pclq", "web-0-server", "--wait=false"},
            new String[] {"delete", "service", "web-0"},
            new String[] {"annotate", "podgang", "web-0", "mine=yes"});

    assertThat(changes.stream().map(this::asJane))
        .allSatisfy(refused -> {
          assertThat(refused.code()).isEqualTo(1);
          assertThat(refused.err()).contains("authorizer.webhooks.grove.io", "denied the request");
        });

    kubectl.run("annotate", "pcs", "web", "grove.io/disable-managed-resource-protection=true");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(asJane("label", "pod", pod, "mine=yes").err()).isEmpty());
  }

  @Test
  void a_set_that_asks_for_a_topology_that_is_not_there_is_refused() {
    String manifest =
        Sets.manifest("web", 1, Sets.clique("server", 2, 2))
            .replace(
                "  template:\n",
                "  template:\n    topologyConstraint: {topologyName: no-such, pack: {required: rack}}\n");

    assertThat(kubectl.call(manifest, "apply", "-f", "-").err())
        .contains("\"no-such\": there is no such ClusterTopologyBinding");
  }

  @Test
  void the_cluster_works_with_protection_and_without_the_webhook() {
    kubectl.apply(Sets.manifest("web", 1, Sets.clique("server", 2, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");

    webhook.kill();

    Pod lost = Sets.livePods(client, "web-0-server").getFirst();
    Result evicted = asJane("delete", "pod", lost.getMetadata().getName());
    assertThat(evicted.code()).as(evicted.err()).isZero();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.livePods(client, "web-0-server"))
                .hasSize(2)
                .allMatch(Sets::isReady)
                .noneMatch(pod -> pod.getMetadata().getUid().equals(lost.getMetadata().getUid())));
    assertThat(asJane("annotate", "pclq", "web-0-server", "mine=yes").err())
        .contains("failed calling webhook");
    Result deleted = asJane("delete", "pcs", "web", "--cascade=foreground", "--timeout=60s");
    assertThat(deleted.code()).as(deleted.err()).isZero();
    assertThat(Sets.livePods(client, "web-0-server")).isEmpty();
  }

  @Test
  void what_a_set_that_was_deleted_alone_has_left_can_be_let_go_and_taken_back() {
    String manifest = Sets.manifest("web", 1, Sets.clique("server", 2, 2));
    kubectl.apply(manifest);
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
    List<Pod> before = Sets.livePods(client, "web-0-server");

    GarbageCollector.awaitOurKinds(client);
    Result deleted = asJane("delete", "pcs", "web", "--cascade=orphan", "--timeout=60s");
    assertThat(deleted.code()).as(deleted.err()).isZero();
    kubectl.apply(manifest);

    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
    assertThat(
            Ownership.isControlledBy(Sets.clique(client, "web-0-server"), Sets.set(client, "web")))
        .isTrue();
    assertThat(Teardowns.uids(Sets.livePods(client, "web-0-server")))
        .isEqualTo(Teardowns.uids(before));
  }

  private Result asJane(String... arguments) {
    return kubectl.call(
        "", Stream.concat(Stream.of("--as=jane"), Stream.of(arguments)).toArray(String[]::new));
  }
}
