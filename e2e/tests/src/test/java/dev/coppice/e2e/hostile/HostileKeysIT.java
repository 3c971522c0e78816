package dev.coppice.e2e.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.e2e.AtRest;
import dev.coppice.e2e.hostile.Tenant.Answer;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Keys that the operator writes or reads, written by somebody else: nothing is written for ever.
 */
@OnCoppice
class HostileKeysIT extends HostileScene {

  private static final int REPLICAS = 5;

  /** What is on the metadata of a set, by the name of the set. */
  private static final Map<String, String> ON_SETS =
      Map.of(
          "start-time",
          "\"annotations\":{\"kai.scheduler/last-start-timestamp\":\"2026-01-01T00:00:00Z\"}",
          "pod-grouper",
          "\"annotations\":{\"kai.scheduler/skip-podgrouper\":\"no\"}",
          "place",
          """
          "labels":{"app.kubernetes.io/managed-by":"me","app.kubernetes.io/part-of":"me",\
          "app.kubernetes.io/name":"me","app.kubernetes.io/component":"me"}\
          """,
          "records",
          """
          "annotations":{"grove.io/placement":"me","grove.io/startup-released":"me",\
          "grove.io/copied-annotations":"me","grove.io/copied-labels":"me","grove.io/group-epoch":"5"}\
          """);

  /** What is on the template of a clique, by the name of the set. */
  private static final Map<String, String> ON_CLIQUES =
      Map.of(
          "adopted",
          "\"annotations\":{\"grove.io/adopted-pod-template-hash\":\"v1-aaaaaaaaaa\"}",
          "hashes",
          """
          "annotations":{"grove.io/pod-spec-hash":"me",\
          "kai.scheduler/last-start-timestamp":"2026-01-01T00:00:00Z","kai.scheduler/skip-podgrouper":"no"}\
          """,
          "copies",
          """
          "annotations":{"grove.io/copied-annotations":"me","grove.io/copied-labels":"me"}\
          """);

  @Test
  void keys_that_the_operator_writes_bring_nobody_to_write_for_ever(
      KubernetesClient client, ControlPlane plane, TestNamespace namespace, Recorder recorder) {
    Tenant here = Tenant.of(client, namespace.name(), "coppice-edit", "coppice-admin");
    ON_SETS.forEach((name, metadata) ->
        create(here, name, HostileSet.of(REPLICAS, "," + metadata, HostileSet.container(""))));
    ON_CLIQUES.forEach((name, metadata) ->
        create(
            here,
            name,
            HostileSet.whole(
                REPLICAS,
                "",
                HostileSet.clique("worker", HostileSet.container(""))
                    .replaceFirst("\\{", "{" + metadata + ","))));
    int pods = REPLICAS * (ON_SETS.size() + ON_CLIQUES.size());
    await().atMost(PATIENCE).until(() -> here.pods().size() == pods);

    here.patch(
        Tenant.GANGS + "/start-time-0",
        "{\"metadata\":{\"annotations\":{\"kai.scheduler/last-start-timestamp\":\"2000-01-01T00:00:00Z\"}}}");
    here.patch(
        Tenant.PODS + "/" + here.pods().getFirst(),
        "{\"metadata\":{\"annotations\":{\"grove.io/startup-released\":\"me\"}}}");

    AtRest.assertWritesNothing(plane, namespace, recorder);
    assertThat(here.pods()).hasSize(pods);
    here.deleteAll();
    new Others(client, tenant.namespace(), operator, webhook).assertServed();
  }

  private static void create(Tenant tenant, String name, String set) {
    assertThat(tenant.create(HostileSet.named(name, set)))
        .as(name)
        .matches(Answer::isSuccess, "is stored");
  }
}
