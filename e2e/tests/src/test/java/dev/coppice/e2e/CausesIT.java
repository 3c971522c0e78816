package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodFailure;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why a set does not run can be read from the set alone, whatever level the cause lies on. */
@OnCoppice
class CausesIT {

  private static final String SET = "llm";
  private static final String CLIQUE = "llm-0-decode";

  private static String set(String annotations, String podSpec) {
    return Sets.manifest(SET, 1, Sets.clique("decode", 2, 2, annotations))
        .replace("podSpec:\n", "podSpec:\n" + podSpec.indent(10));
  }

  private static void assertTold(
      Kubectl kubectl, String status, String cause, String warning, String waiting) {
    Told.eventually(() -> {
      assertThat(Told.status(kubectl, "pcs/" + SET)).isEqualTo(status);
      assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
          .startsWith("False " + status + ": ")
          .contains(cause);
      assertThat(Told.condition(kubectl, "pclq/" + CLIQUE, "Waiting"))
          .startsWith("True " + waiting + ": ");
      assertThat(Told.warnings(kubectl, "PodCliqueSet", SET))
          .singleElement()
          .asString()
          .startsWith(warning + ": ")
          .contains(cause);
    });
    assertThat(kubectl.run("get", "events", "-o", "jsonpath={.items[*].message}").out())
        .as("pods that do not exist")
        .doesNotContain("created 2 pods", "created 1 PodClique, ");
  }

  @ParameterizedTest
  @SideBySide
  @EndsUnsettled("a template is refused for good")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          serviceAccountName: vllm | spec.template.cliques[0].spec.podSpec: pods is forbidden: error looking up service account
          priorityClassName: gold  | spec.template.cliques[0].spec.podSpec: pods is forbidden: no PriorityClass with name gold was found
          """)
  void names_what_the_api_server_refuses(String podSpec, String cause, Kubectl kubectl) {
    kubectl.apply(set("", podSpec));

    Told.eventually(() -> {
      assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
          .startsWith("False Blocked: " + cause);
      assertThat(Told.condition(kubectl, "pcs/" + SET, "Valid"))
          .startsWith("False TemplateRefused: " + cause);
      assertThat(Told.warnings(kubectl, "PodCliqueSet", SET))
          .singleElement()
          .asString()
          .startsWith("TemplateRefused: ")
          .contains(cause);
    });
    assertThat(
            kubectl.run("get", "pcs/" + SET, "-o", "jsonpath={.status.lastErrors[*].description}"))
        .extracting(Kubectl.Result::out)
        .asString()
        .startsWith(cause);
    assertThat(kubectl.run("get", "pclq", "-o", "name").out()).isEmpty();
  }

  /** What runs is worth more than what somebody has just written. */
  @Test
  @SideBySide
  void a_slip_in_an_update_takes_no_pod_and_is_told_by_its_place(
      Kubectl kubectl, KubernetesClient client) {
    String mount = "volumeMounts: [{name: shm, mountPath: /dev/shm}]";
    kubectl.apply(set("", ""));
    Told.eventually(() -> assertThat(Told.status(kubectl, "pcs/" + SET)).isEqualTo("Ready"));
    List<String> before = uids(client);

    kubectl.apply(set("", "").replace("image:", mount + ", image:"));
    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pcs/" + SET, "Valid"))
            .isEqualTo(
                "False TemplateRefused: spec.template.cliques[0].spec.podSpec.containers[0].volumeMounts[0].name: Not found: \"shm\""));
    assertThat(Told.condition(kubectl, "pcs/" + SET, "Available")).startsWith("True ");
    assertThat(uids(client)).isEqualTo(before);

    kubectl.apply(
        set("", "volumes: [{name: shm, emptyDir: {}}]").replace("image:", mount + ", image:"));
    kubectl.run("wait", "--for=condition=Progressing=False", "--timeout=90s", "pcs/" + SET);
    assertThat(uids(client)).hasSize(2).doesNotContainAnyElementsOf(before);
    assertThat(Told.condition(kubectl, "pcs/" + SET, "Valid")).isEmpty();
  }

  private static List<String> uids(KubernetesClient client) {
    return Sets.livePods(client, CLIQUE).stream()
        .map(pod -> pod.getMetadata().getUid())
        .sorted()
        .toList();
  }

  @Test
  @SideBySide
  @EndsUnsettled("a quota forbids a pod for good")
  void names_a_quota(Kubectl kubectl, KubernetesClient client) {
    Sets.allowPods(client, 1);
    kubectl.apply(set("", ""));

    assertTold(kubectl, "Blocked", "exceeded quota: pods", "Blocked", "Refused");
  }

  @Test
  @SideBySide
  @EndsUnsettled("pods find no place")
  void names_what_the_scheduler_lacks(Kubectl kubectl) {
    kubectl.apply(set("", "").replace("cpu: 10m", "cpu: 4000"));

    assertTold(
        kubectl,
        "Creating",
        "replica 0: PodClique llm-0-decode has 0 of 2 pods ready; 2 pods without a place: 0/",
        "NotStarting",
        "Unschedulable");
  }

  @Test
  @SideBySide
  @EndsUnsettled("containers crash for good")
  void names_the_container_that_crashes(Kubectl kubectl) {
    kubectl.apply(
        set("sim/stuck: unready, sim/exit-code: \"137\", sim/run-for: 100ms, sim/backoff: 1h", ""));

    assertTold(
        kubectl,
        "Creating",
        "container main: CrashLoopBackOff (exit code 137",
        "NotStarting",
        "Starting");
  }

  @Test
  @SideBySide
  @EndsUnsettled("an image is not there")
  void names_the_image_that_is_not_there(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(set("sim/stuck: starting", ""));
    Told.eventually(() ->
        assertThat(Sets.livePods(client, CLIQUE))
            .hasSize(2)
            .allMatch(pod -> pod.getSpec().getNodeName() != null));
    for (Pod pod : Sets.livePods(client, CLIQUE)) {
      kubectl.run(
          "patch",
          "pod",
          pod.getMetadata().getName(),
          "--subresource=status",
          "--type=merge",
          "-p",
          """
          {"status": {"containerStatuses": [{"name": "main", "image": "x", "imageID": "", "ready": false,
            "restartCount": 0, "state": {"waiting": {"reason": "ImagePullBackOff"}}}]}}\
          """);
    }

    assertTold(kubectl, "Creating", "container main: ImagePullBackOff", "NotStarting", "Starting");
  }

  @Test
  @SideBySide
  void names_the_foreign_service_and_leaves_availability_to_the_pods(Kubectl kubectl) {
    kubectl.run("create", "service", "clusterip", "llm-0", "--tcp=80");
    kubectl.apply(set("", ""));

    Told.eventually(() -> {
      assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
          .startsWith("False Blocked: Service ")
          .endsWith("llm-0 exists and belongs to nobody of ours");
      assertThat(Told.condition(kubectl, "pcs/" + SET, "Available"))
          .isEqualTo("True AllAvailable: 1 of 1 replicas are available");
      assertThat(Told.warnings(kubectl, "PodCliqueSet", SET))
          .singleElement()
          .asString()
          .startsWith("ServiceCreateOrUpdateFailed: 1 Service not created: Service ");
    });

    kubectl.run("delete", "service", "llm-0");
    Told.eventually(() -> assertThat(Told.status(kubectl, "pcs/" + SET)).isEqualTo("Ready"));
  }

  @Test
  @SideBySide
  void names_the_foreign_gang_and_that_pods_wait_for_theirs(Kubectl kubectl) {
    kubectl.apply(
        """
        apiVersion: scheduler.grove.io/v1alpha1
        kind: PodGang
        metadata: {name: llm-0}
        spec: {podgroups: []}
        """);
    kubectl.apply(set("", ""));

    Told.eventually(() -> {
      assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
          .startsWith("False Blocked: PodGang ")
          .endsWith("llm-0 exists and belongs to nobody of ours");
      assertThat(Told.condition(kubectl, "pclq/" + CLIQUE, "Waiting"))
          .isEqualTo("True PodGang: PodGang llm-0 does not exist yet");
    });

    kubectl.run("delete", "podgang", "llm-0");
    Told.eventually(() -> assertThat(Told.status(kubectl, "pcs/" + SET)).isEqualTo("Ready"));
  }

  @Test
  @SideBySide
  void names_the_pods_of_a_clique_that_is_gone(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(set("", ""));
    Told.eventually(() -> assertThat(Told.status(kubectl, "pcs/" + SET)).isEqualTo("Ready"));
    String pod = Sets.livePods(client, CLIQUE).getFirst().getMetadata().getName();

    try (KeptByPolicy _ = KeptByPolicy.inForce(kubectl, "pods", pod)) {
      kubectl.run("delete", "pclq", CLIQUE);

      Told.eventually(() -> {
        assertThat(Told.condition(kubectl, "pclq/" + CLIQUE, "Waiting"))
            .isEqualTo("True OrphanedPods: waits for 1 pod of a PodClique that is gone");
        assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
            .contains(
                "PodClique llm-0-decode has 0 of 2 pods ready; waits for 1 pod of a PodClique that is gone");
      });
    }
    Told.eventually(() -> assertThat(Told.status(kubectl, "pcs/" + SET)).isEqualTo("Ready"));
  }

  @Test
  @SideBySide
  @EndsUnsettled("a clique never starts")
  void names_the_clique_for_which_others_wait(Kubectl kubectl) {
    kubectl.apply(
        Sets.manifest(
                SET,
                1,
                Sets.clique("decode", 2, 2, "sim/stuck: unready"),
                Sets.clique("frontend", 1, 1))
            .replace(
                "template:\n", "template:\n    cliqueStartupType: CliqueStartupTypeInOrder\n"));

    Told.eventually(() -> {
      assertThat(Told.condition(kubectl, "pclq/llm-0-frontend", "Waiting"))
          .isEqualTo("True StartupOrder: waits for llm-0-decode: 0 of 2 pods ready");
      assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
          .contains(
              "PodClique llm-0-decode has 0 of 2 pods ready; 2 of 2 pods are bound and not ready");
    });
  }

  @Test
  @SideBySide
  @EndsUnsettled("a base gang finds no place")
  void names_the_gate_and_the_gang_that_it_waits_for(Kubectl kubectl) {
    kubectl.apply(
        Sets.manifest(SET, 1, Sets.clique("decode", 1, 1)).replace("cpu: 10m", "cpu: 4000")
            + """
                podCliqueScalingGroups:
                - {name: g, cliqueNames: [decode], replicas: 2, minAvailable: 1}
            """);

    Told.eventually(() -> {
      assertThat(Told.condition(kubectl, "pclq/llm-0-g-1-decode", "Waiting"))
          .isEqualTo(
              "True BaseGang: base gang llm-0 has 0 of 1 clique scheduled: llm-0-g-0-decode has 0 of 1");
      assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
          .contains("PodClique llm-0-g-0-decode has 0 of 1 pod ready; 1 pod without a place: 0/");
      assertThat(Told.condition(kubectl, "pcsg/llm-0-g", "Ready"))
          .startsWith(
              "False Creating: 0 of 2 replicas available; replica 0: PodClique llm-0-g-0-decode");
      assertThat(Told.warnings(kubectl, "PodCliqueSet", SET)).hasSize(1);
      assertThat(Told.condition(kubectl, "podgang/llm-0-g-0", "Scheduled"))
          .endsWith(
              "0 of 1 PodCliques have their minimum of scheduled pods; waiting for base gang llm-0");
    });
  }

  @Test
  @SideBySide
  void names_the_gate_of_another_controller(Kubectl kubectl, KubernetesClient client) {
    try (MutatingPolicy _ =
        MutatingPolicy.inForce(
            kubectl,
            "- {operations: [CREATE], apiGroups: [''], apiVersions: ['*'], resources: [pods]}\n",
            MutatingPolicy.patch(
                """
                [JSONPatch{op: "add", path: "/spec/schedulingGates",
                  value: [{"name": "example.com/quota"}]}]
                """),
            "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: m, image: i}]}}",
            made -> made.contains("example.com/quota"))) {
      kubectl.apply(set("", ""));

      Told.eventually(() -> {
        assertThat(Told.condition(kubectl, "pclq/" + CLIQUE, "Waiting"))
            .startsWith(
                "True ForeignGate: 2 pods wait behind the scheduling gate example.com/quota of another"
                    + " controller; first: llm-0-decode-0-");
        assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
            .contains(
                "replica 0: PodClique llm-0-decode has 0 of 2 pods ready; 2 pods wait behind the"
                    + " scheduling gate example.com/quota of another controller; first: llm-0-decode-0-");
      });
      assertThat(Told.warnings(kubectl, "PodCliqueSet", SET)).isEmpty();
    }

    for (Pod pod : Sets.livePods(client, CLIQUE)) {
      kubectl.run(
          "patch",
          "pod",
          pod.getMetadata().getName(),
          "--type=json",
          "-p",
          "[{\"op\": \"remove\", \"path\": \"/spec/schedulingGates/0\"}]");
    }
    Told.eventually(() -> assertThat(Told.status(kubectl, "pcs/" + SET)).isEqualTo("Ready"));
  }

  @Test
  @SideBySide
  @EndsUnsettled("pods fail for good")
  void names_the_index_that_fails_again_and_again(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(
        set("sim/exit-code: \"3\", sim/run-for: 100ms", "restartPolicy: Never")
            .replace("replicas: 2\n", "replicas: 1\n")
            .replace("minAvailable: 2", "minAvailable: 1"));

    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pclq/" + CLIQUE, "Waiting"))
            .containsPattern(
                "^True BackOff: index 0 failed \\d+ times, last: exit code 3 .Error.; again at "));
    Told.eventually(() ->
        assertThat(Told.condition(kubectl, "pcs/" + SET, "Ready"))
            .contains("PodClique llm-0-decode has 0 of 1 pod ready; index 0 failed "));
    assertThat(Sets.clique(client, CLIQUE).statusOrEmpty().podFailures())
        .singleElement()
        .returns("Error", PodFailure::reason)
        .returns("main", PodFailure::container)
        .returns(3, PodFailure::exitCode);
    List<String> warnings = Told.warnings(kubectl, "PodClique", CLIQUE);
    assertThat(warnings)
        .anyMatch(line ->
            line.matches(
                "PodFailed: 1 pod failed: llm-0-decode-0-\\w{5} \\(index 0\\): exit code 3 \\(Error\\);"
                    + " replaced at once"));
  }
}
