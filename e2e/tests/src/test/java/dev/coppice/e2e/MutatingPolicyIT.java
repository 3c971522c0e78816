package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.LastError;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What policies in the API server make of the children of a set. */
@OnCoppice
class MutatingPolicyIT {

  private static final String SET = "workload2";
  private static final String MANIFEST =
      Workload.WORKLOAD2
          .manifest()
          .replace("cliqueNames", "scaleConfig: {maxReplicas: 4}, cliqueNames");
  private static final int PODS = 10;
  private static final String KEY = "example.com/team";
  private static final String TEAM = "inference";
  private static final List<Class<? extends HasMetadata>> KINDS =
      List.of(
          Service.class,
          HorizontalPodAutoscaler.class,
          PodGang.class,
          PodCliqueScalingGroup.class,
          PodClique.class);

  @Test
  @SideBySide
  void a_policy_that_adds_a_label_changes_nothing_else(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    try (MutatingPolicy _ = marking(kubectl)) {
      kubectl.apply(MANIFEST);
      awaitReady(client, PODS);
      kubectl.run("wait", "--for=condition=Available", "pcs/" + SET, "--timeout=60s");
      AtRest.assertWritesNothing(plane, namespace, recorder);

      assertMarked(client, SET);
      assertUntroubled(client);
    }
  }

  @Test
  @SideBySide
  void a_policy_that_comes_later_holds_up_neither_updates_nor_scaling(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    kubectl.apply(MANIFEST);
    awaitReady(client, PODS);
    try (MutatingPolicy _ = marking(kubectl)) {
      AtRest.assertWritesNothing(plane, namespace, recorder);

      Updates.change(client, SET, "2", "pc-a", "pc-c");
      Updates.awaitUpdated(client, SET, PODS, "2", "pc-a", "pc-c");
      kubectl.run("scale", "pcs", SET, "--replicas=2");
      awaitReady(client, 2 * PODS);
      kubectl.run("scale", "pcsg", SET + "-1-sg-x", "--replicas=3");
      awaitReady(client, 2 * PODS + 4);
      kubectl.run("wait", "--for=condition=Available", "pcs/" + SET, "--timeout=60s");
      AtRest.assertWritesNothing(plane, namespace, recorder);

      assertMarked(client, SET + "-1");
      assertThat(Sets.clique(client, SET + "-0-pc-a").getMetadata().getLabels())
          .containsEntry(KEY, TEAM);
      assertUntroubled(client);
    }
  }

  @Test
  @SideBySide
  void a_policy_that_rewrites_a_value_of_ours_is_named_and_written_once(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    Instant from = Instant.now();
    try (MutatingPolicy _ = renaming(kubectl)) {
      kubectl.apply(MANIFEST);
      awaitReady(client, PODS);
      kubectl.run("wait", "--for=condition=Available", "pcs/" + SET, "--timeout=60s");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(Sets.set(client, SET).statusOrEmpty().lastErrors())
                  .singleElement()
                  .returns(ErrorCodes.VALUE_REWRITTEN, LastError::code)
                  .returns(
                      "Service: /metadata/labels/app.kubernetes.io~1name was set to"
                          + " \"workload2-0\" and has become \"renamed\"",
                      LastError::description));
      AtRest.assertWritesNothing(plane, namespace, recorder);
      Writes writes = AtRest.writes(plane, namespace).between(from, Instant.now());
      assertThat(writes.to("services").count()).as(writes.toString()).isOne();
      assertThat(name(client)).isEqualTo("renamed");
    }

    kubectl.run("scale", "pcs", SET, "--replicas=2");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(name(client)).isEqualTo(SET + "-0");
          assertThat(Sets.set(client, SET).statusOrEmpty().lastErrors()).isEmpty();
        });
  }

  private static String name(KubernetesClient client) {
    return client.services().withName(SET + "-0").get().getMetadata().getLabels().get(Labels.NAME);
  }

  private static MutatingPolicy marking(Kubectl kubectl) {
    return MutatingPolicy.inForce(
        kubectl,
        MutatingPolicy.rule("", "services")
            + MutatingPolicy.rule("autoscaling", "horizontalpodautoscalers")
            + MutatingPolicy.rule("grove.io", "podcliques, podcliquescalinggroups")
            + MutatingPolicy.rule("scheduler.grove.io", "podgangs"),
        """
        - patchType: ApplyConfiguration
          applyConfiguration:
            expression: >-
              Object{metadata: Object.metadata{
                labels: {"%1$s": "%2$s"}, annotations: {"%1$s": "%2$s"}}}
        """
            .formatted(KEY, TEAM),
        MutatingPolicy.PROBE_CLIQUE,
        made -> made.contains("\"%s\":\"%s\"".formatted(KEY, TEAM)));
  }

  private static MutatingPolicy renaming(Kubectl kubectl) {
    return MutatingPolicy.inForce(
        kubectl,
        MutatingPolicy.rule("", "services"),
        MutatingPolicy.patch(
            """
            [JSONPatch{op: "replace", value: "renamed",
              path: "/metadata/labels/" + jsonpatch.escapeKey("app.kubernetes.io/name")}]
            """),
        MutatingPolicy.PROBE_SERVICE,
        made -> made.contains("\"app.kubernetes.io/name\":\"renamed\""));
  }

  private static void assertMarked(KubernetesClient client, String prefix) {
    for (Class<? extends HasMetadata> kind : KINDS) {
      assertThat(client.resources(kind).withLabel(Labels.PART_OF, SET).list().getItems())
          .as(kind.getSimpleName())
          .filteredOn(child -> child.getMetadata().getName().startsWith(prefix))
          .isNotEmpty()
          .allSatisfy(child -> {
            assertThat(child.getMetadata().getLabels()).containsEntry(KEY, TEAM);
            assertThat(child.getMetadata().getAnnotations()).containsEntry(KEY, TEAM);
          });
    }
  }

  private static void assertUntroubled(KubernetesClient client) {
    PodCliqueSet set = Sets.set(client, SET);
    assertThat(set.statusOrEmpty())
        .returns(set.getMetadata().getGeneration(), status -> status.observedGeneration())
        .returns(List.of(), status -> status.lastErrors());
    assertThat(client.resources(PodClique.class).list().getItems())
        .allSatisfy(clique ->
            assertThat(clique.statusOrEmpty())
                .returns(
                    clique.getMetadata().getGeneration(), status -> status.observedGeneration())
                .returns(List.of(), status -> status.lastErrors()));
    assertThat(client.resources(PodCliqueScalingGroup.class).list().getItems())
        .allSatisfy(group ->
            assertThat(group.statusOrEmpty())
                .returns(group.getMetadata().getGeneration(), status -> status.observedGeneration())
                .returns(List.of(), status -> status.lastErrors()));
  }
}
