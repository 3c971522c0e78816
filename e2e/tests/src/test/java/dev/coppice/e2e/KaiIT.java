package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.scheduler.kai.KaiPodGroup;
import dev.coppice.core.scheduler.kai.KaiPodGroupSpec;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.junit.WithoutWebhooks;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** KAI is told of every gang. It does not run here, so that pods wait. */
@OnOwnOperators
@WithoutWebhooks("the webhook of the tests does not know KAI")
class KaiIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration REST = Duration.ofSeconds(2);
  private static final String CRD = "podgroups.scheduling.run.ai";

  /** As much of the schema as is ours or that of a test; what else is written is dropped. */
  private static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: podgroups.scheduling.run.ai}
      spec:
        group: scheduling.run.ai
        scope: Namespaced
        names: {kind: PodGroup, listKind: PodGroupList, plural: podgroups, singular: podgroup}
        versions:
        - name: v2alpha2
          served: true
          storage: true
          subresources: {status: {}}
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  properties:
                    minMember: {type: integer, format: int32}
                    queue: {type: string}
                    priorityClassName: {type: string}
                    markUnschedulable: {type: boolean}
                    schedulingBackoff: {type: integer, format: int32}
                    topologyConstraint: &constraint
                      type: object
                      properties:
                        topology: {type: string}
                        requiredTopologyLevel: {type: string}
                        preferredTopologyLevel: {type: string}
                    subGroups:
                      type: array
                      items:
                        type: object
                        required: [name]
                        properties:
                          name: {type: string}
                          minMember: {type: integer, format: int32}
                          minSubGroup: {type: integer, format: int32}
                          parent: {type: string}
                          topologyConstraint: *constraint
                status: {type: object, x-kubernetes-preserve-unknown-fields: true}
      """;

  @TempDir private Path directory;

  private Kubectl kubectl;
  private KubernetesClient client;
  private OperatorProcess operator;

  @BeforeEach
  void start(ControlPlane plane, Kubectl administrator, KubernetesClient namespaced) {
    kubectl = administrator;
    client = namespaced;
    kubectl.apply(DEFINITION);
    kubectl.run("wait", "--for=condition=Established", "crd/" + CRD, "--timeout=60s");
    operator =
        OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.OPERATOR))
            .configure("scheduler.profiles", List.of(Map.of("name", "kai-scheduler")))
            .start();
  }

  @AfterEach
  void end() {
    operator.close();
    // With it go all objects of the kind.
    kubectl.run("delete", "crd", CRD, "--ignore-not-found");
  }

  @Test
  void every_gang_has_a_pod_group_for_as_long_as_it_lives(
      ControlPlane plane, TestNamespace namespace, Recorder recorder) {
    kubectl.apply(set());
    awaitCondition(ConditionTypes.VALID, "False", "Invalid");
    assertThat(client.pods().list().getItems()).as("without a queue").isEmpty();

    kubectl.run("label", "pcs", "web", "kai.scheduler/queue=team");
    awaitGroups("web-0");
    KaiPodGroup base = group("web-0");
    assertThat(base.getSpec())
        .isEqualTo(
            new KaiPodGroupSpec(
                3,
                "team",
                null,
                null,
                List.of(part("web-0-router", 2), part("web-0-g-0-worker", 1))));
    assertThat(base.getMetadata().getLabels())
        .containsEntry(Labels.PART_OF, "web")
        .containsEntry("kai.scheduler/queue", "team");
    assertThat(gang("web-0").getMetadata().getAnnotations())
        .containsEntry("kai.scheduler/skip-podgrouper", "true");
    awaitCondition(ConditionTypes.GANG_SCHEDULING, "True", "KaiScheduler");
    awaitPods(3);
    assertThat(client.pods().list().getItems()).allSatisfy(KaiIT::isPrepared);

    new SchedulerObject(CRD, "web-0", "web").changesHands(kubectl, client);
    writeAsKai("web-0");
    kubectl.apply(leftOver(gang("web-0").getMetadata().getUid()));
    kubectl.run("scale", "pcsg", "web-0-g", "--replicas=2");
    await()
        .atMost(PATIENCE)
        .until(() -> client.resources(KaiPodGroup.class).withName("left-over").get() == null);
    awaitGroups("web-0", "web-0-g-0");
    assertThat(group("web-0-g-0").getSpec().subGroups())
        .containsExactly(part("web-0-g-1-worker", 1));

    kubectl.run("patch", CRD, "web-0", "--type=merge", "--patch={\"spec\":{\"minMember\":1}}");
    await()
        .atMost(PATIENCE)
        .until(() -> Integer.valueOf(3).equals(group("web-0").getSpec().minMember()));
    assertThat(recorder.rest().await(REST, PATIENCE)).isPresent();
    Instant from = Instant.now();
    report("web-0");
    assertThat(recorder.rest().fromNow().await(REST, PATIENCE)).isPresent();
    assertThat(AtRest.writes(plane, namespace).between(from, Instant.now()).to("podgroups"))
        .returns(0, Writes::count);
    assertThat(group("web-0").getSpec().queue()).isEqualTo("moved");
    assertThat(group("web-0").getMetadata().getLabels())
        .containsEntry("kai.scheduler/queue", "moved")
        .containsEntry("kai.scheduler/node-pool", "fast");
    assertThat(generic("web-0").<Boolean>get("spec", "markUnschedulable")).isTrue();
    assertThat(generic("web-0").<Integer>get("spec", "schedulingBackoff")).isEqualTo(-1);

    kubectl.run("delete", "pcs", "web", "--wait=false");
    awaitGroups();
  }

  private static void isPrepared(Pod pod) {
    assertThat(pod.getSpec().getSchedulerName()).isEqualTo("kai-scheduler");
    assertThat(pod.getMetadata().getAnnotations())
        .containsEntry("kai.scheduler/skip-podgrouper", "true")
        .containsEntry("pod-group-name", pod.getMetadata().getLabels().get(Labels.POD_GANG));
    assertThat(pod.getMetadata().getLabels())
        .containsEntry(
            "kai.scheduler/subgroup-name", pod.getMetadata().getLabels().get(Labels.POD_CLIQUE));
  }

  private void writeAsKai(String group) {
    kubectl.run(
        "patch",
        CRD,
        group,
        "--type=merge",
        """
        --patch={"metadata":{"labels":{"kai.scheduler/queue":"moved","kai.scheduler/node-pool":"fast"}},
        "spec":{"queue":"moved","markUnschedulable":true,"schedulingBackoff":-1}}
        """);
  }

  private void report(String group) {
    kubectl.run(
        "patch",
        CRD,
        group,
        "--subresource=status",
        "--type=merge",
        "--patch={\"status\":{\"pending\":3}}");
  }

  private static String leftOver(String gang) {
    return """
    apiVersion: scheduling.run.ai/v2alpha2
    kind: PodGroup
    metadata:
      name: left-over
      labels: {app.kubernetes.io/managed-by: grove-operator, app.kubernetes.io/part-of: web}
      ownerReferences:
      - {apiVersion: scheduler.grove.io/v1alpha1, kind: PodGang, name: web-0, uid: %s, controller: true}
    spec: {minMember: 7}
    """
        .formatted(gang);
  }

  private void awaitGroups(String... names) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(client.resources(KaiPodGroup.class).list().getItems())
                .extracting(group -> group.getMetadata().getName())
                .containsExactlyInAnyOrder(names));
  }

  private void awaitPods(int count) {
    await().atMost(PATIENCE).until(() -> client.pods().list().getItems().size() == count);
  }

  private void awaitCondition(String type, String status, String reason) {
    await(reason)
        .atMost(PATIENCE)
        .until(() ->
            Conditions.find(Sets.set(client, "web").statusOrEmpty().conditions(), type)
                .filter(found -> found.getStatus().equals(status))
                .filter(found -> found.getReason().equals(reason))
                .isPresent());
  }

  private KaiPodGroup group(String name) {
    return client.resources(KaiPodGroup.class).withName(name).require();
  }

  private GenericKubernetesResource generic(String name) {
    return client
        .genericKubernetesResources(KaiPodGroup.API_VERSION, "PodGroup")
        .withName(name)
        .require();
  }

  private PodGang gang(String name) {
    return client.resources(PodGang.class).withName(name).require();
  }

  private static KaiPodGroupSpec.SubGroup part(String name, int minMember) {
    return new KaiPodGroupSpec.SubGroup(name, minMember, null, null, null);
  }

  private static String set() {
    return Sets.manifest("web", 1, Sets.clique("router", 2, 2), Sets.clique("worker", 1, 1))
            .replace("containers:", "schedulerName: kai-scheduler\n          containers:")
        + """
            podCliqueScalingGroups:
            - {name: g, replicas: 1, minAvailable: 1, cliqueNames: [worker]}
        """;
  }
}
