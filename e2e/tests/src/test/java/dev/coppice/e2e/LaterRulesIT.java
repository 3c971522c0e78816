package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.LastError;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.Kubectl.Result;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.AuditLog.Request;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rules that came when sets were stored already: what is new keeps them, what runs runs on. */
@OnCoppice
class LaterRulesIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Breaks every one of them that can be broken by a set that runs. */
  private static final String BREAKS_THEM =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: old}
      spec:
        replicas: 1
        template:
          cliques:
          - name: g-7-c
            spec:
              podSpec:
                containers: [{name: main, image: "registry.example/model:1"}]
                volumes: [{name: grove-startup, emptyDir: {}}]
          - name: g
            spec:
              autoScalingConfig: {maxReplicas: 2}
              podSpec:
                containers: [{name: grove-initc, image: "registry.example/model:1"}]
          - name: c
            spec:
              podSpec:
                containers: [{name: main, image: "registry.example/model:1"}]
          - name: 5-d
            spec:
              podSpec:
                containers: [{name: main, image: "registry.example/model:1"}]
          - name: d
            spec:
              podSpec:
                containers: [{name: main, image: "registry.example/model:1"}]
          podCliqueScalingGroups:
          - {name: g, cliqueNames: [c], scaleConfig: {maxReplicas: 2}}
          - {name: a, cliqueNames: [5-d]}
          - {name: a-3, cliqueNames: [d]}
      """;

  private static final String WITHOUT_MEMBERS = "    - {name: none, cliqueNames: []}\n";

  private static final List<String> BREACHES =
      List.of(
          "spec.template.podCliqueScalingGroups[2].cliqueNames[0]: Invalid value: \"d\": its PodClique and that of spec.template.podCliqueScalingGroups[1].cliqueNames[0] would both be named old-0-a-3-5-d",
          "spec.template.cliques[0].name: Invalid value: \"g-7-c\": its PodClique and that of spec.template.podCliqueScalingGroups[0].cliqueNames[0] would both be named old-0-g-7-c",
          "spec.template.cliques[1].spec.autoScalingConfig: Invalid value: \"g\": its HorizontalPodAutoscaler and that of spec.template.podCliqueScalingGroups[0].scaleConfig would both be named old-0-g",
          "spec.template.cliques[0].spec.podSpec.volumes[0].name: Invalid value: \"grove-startup\": is the name of what the operator adds for the startup order",
          "spec.template.cliques[1].spec.podSpec.containers[0].name: Invalid value: \"grove-initc\": is the name of what the operator adds for the startup order");

  @Test
  void a_new_set_is_refused_with_both_places_of_every_clash(Kubectl kubectl) {
    // Simulated nodes take an init container of that name for the operator's.
    String initContainer = "initContainers: [{name: grove-initc, image: \"registry.example/i:1\"}]";
    String manifest =
        BREAKS_THEM.replaceFirst("containers:", initContainer + "\n          containers:")
            + WITHOUT_MEMBERS;

    Result refused = kubectl.call(manifest, "apply", "-f", "-");

    System.out.println(refused.err());
    assertThat(refused.code()).isEqualTo(1);
    assertThat(BREACHES)
        .allSatisfy(breach -> assertThat(refused.err()).contains("* " + breach + "\n"));
    assertThat(refused.err())
        .contains(
            "* spec.template.podCliqueScalingGroups[3].cliqueNames: Required value: a scaling group"
                + " consists of at least one clique")
        .contains(
            "* spec.template.cliques[0].spec.podSpec.initContainers[0].name: Invalid value:"
                + " \"grove-initc\"");
    assertThat(refused.err().lines().filter(line -> line.startsWith("* "))).hasSize(7);
  }

  @Test
  void a_set_of_too_many_pods_is_refused_however_it_is_asked_for(Kubectl kubectl) {
    int most = 10_000;
    String told = "the set would have %d pods; at most %d are allowed".formatted(most + 1, most);
    kubectl.apply(Sets.manifest("big", 1, Sets.clique("server", 1, 1)));
    kubectl.run("wait", "--for=condition=Available", "pcs/big", "--timeout=60s");

    Result applied =
        kubectl.call(
            Sets.manifest("big", 1, Sets.clique("server", most + 1, 1)), "apply", "-f", "-");
    Result scaled = kubectl.call("", "scale", "pclq", "big-0-server", "--replicas=" + (most + 1));

    assertThat(applied.err()).contains("spec.replicas: Invalid value: 1: " + told);
    assertThat(scaled.err())
        .contains("spec.replicas: Invalid value: %d: %s".formatted(most + 1, told));
    assertThat(
            kubectl
                .call(
                    Sets.manifest("big", 1, Sets.clique("server", most, 1)),
                    "apply",
                    "--dry-run=server",
                    "-f",
                    "-")
                .err())
        .doesNotContain("is invalid");
  }

  @Test
  void a_place_is_refused_in_a_set_that_runs_as_in_a_new_one(Kubectl kubectl) {
    kubectl.apply(Sets.manifest("web", 1, Sets.clique("server", 1, 1)));

    Result patched =
        kubectl.call(
            "",
            "patch",
            "pcs/web",
            "--type=json",
            "-p",
            """
            [{"op": "add", "path": "/spec/template/cliques/0/spec/podSpec/nodeName", "value": "n"},
             {"op": "add", "path": "/spec/template/cliques/0/spec/podSpec/topologySpreadConstraints",
              "value": [{"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}]}]\
            """);

    assertThat(patched.err())
        .contains(
            "spec.template.cliques[0].spec.podSpec.nodeName: Invalid value: \"n\": must not be set")
        .contains(
            "spec.template.cliques[0].spec.podSpec.topologySpreadConstraints: Invalid value: ");
    assertThat(patched.code()).isEqualTo(1);
  }

  @Test
  void a_gang_at_the_bound_is_stored(KubernetesClient client, TestNamespace namespace) {
    String pattern = "some-set-0-some-clique-%05d-xxxxx";
    int each = 26 + pattern.formatted(0).length() + namespace.name().length();
    PodGang gang = new PodGang();
    gang.setMetadata(new ObjectMetaBuilder().withName("largest").build());
    gang.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(
                List.of(
                    PodGroupBuilder.builder()
                        .name("some-set-0-some-clique")
                        .minReplicas(1)
                        .podReferences(
                            IntStream.range(0, 1_400_000 / each)
                                .mapToObj(
                                    i -> new NamespacedName(namespace.name(), pattern.formatted(i)))
                                .toList())
                        .build()))
            .build());

    client.resource(gang).create();

    client.resource(gang).delete();
  }

  @Test
  void what_is_written_over_is_told_at_every_apply(Kubectl kubectl) {
    String manifest =
        Sets.manifest(
                "web",
                1,
                Sets.clique("server", 1, 1)
                    .replace(
                        "          containers:",
                        """
                                  hostname: mine
                                  subdomain: mine
                                  schedulingGates: [{name: example.com/mine}]
                                  containers:\
                        """
                            .replace("                        ", "")))
            .replace("name: main,", "name: main, env: [{name: GROVE_PCS_NAME, value: mine}],");

    for (Result applied : List.of(kubectl.apply(manifest), kubectl.apply(manifest))) {
      assertThat(applied.err())
          .contains("Warning: spec.template.cliques[0].spec.podSpec.schedulingGates: overwritten: ")
          .contains("Warning: spec.template.cliques[0].spec.podSpec.hostname: overwritten: ")
          .contains("Warning: spec.template.cliques[0].spec.podSpec.subdomain: overwritten: ")
          .contains(
              "Warning: spec.template.cliques[0].spec.podSpec.containers[0].env[0].name:"
                  + " overwritten: the operator sets the variable GROVE_PCS_NAME");
    }
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");
  }

  @Test
  void a_stored_set_that_breaks_them_runs_on_and_is_warned_of(
      Kubectl kubectl,
      KubernetesClient client,
      SharedOperator operator,
      RegisteredWebhook webhook) {
    operator.process().kill();
    webhook.unregister();
    kubectl.apply(BREAKS_THEM);
    operator.ensureRunning();
    kubectl.run("wait", "--for=condition=Available", "pcs/old", "--timeout=60s");
    List<String> pods = readyPods(client);
    webhook.ensureAnswering();

    Result relabelled =
        kubectl.apply(BREAKS_THEM.replace("{name: old}", "{name: old, labels: {a: b}}"));
    Result scaled = kubectl.call("", "scale", "pcs", "old", "--replicas=2");
    Result broken =
        kubectl.call(
            BREAKS_THEM.replace("{name: main, image", "{name: grove-initc, image"),
            "apply",
            "-f",
            "-");

    System.out.println(relabelled.err());
    assertThat(BREACHES)
        .allSatisfy(breach ->
            assertThat(relabelled.err())
                .contains("Warning: " + breach + "; kept only because it is stored already"));
    assertThat(scaled.code()).isZero();
    assertThat(broken.err())
        .contains(
            "spec.template.cliques[2].spec.podSpec.containers[0].name: Invalid value: \"grove-initc\"")
        .doesNotContain("* spec.template.cliques[1].spec.podSpec.containers[0].name");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(readyPods(client)).containsAll(pods).hasSize(2 * pods.size()));
    assertThat(pods).hasSize(5);
    assertThat(Conditions.find(set(client).statusOrEmpty().conditions(), ConditionTypes.VALID))
        .isEmpty();
  }

  @Test
  void a_stored_gang_that_fits_no_object_is_told_and_tried_with_patience(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder,
      RegisteredWebhook webhook) {
    webhook.unregister();
    Instant from = Instant.now();
    kubectl.apply(
        Sets.manifest("old", 1, Sets.clique("huge", 40_000, 1), Sets.clique("small", 1, 1)));

    await().atMost(PATIENCE).until(() -> tries(plane, namespace, from).size() >= 7);
    List<LastError> errors = set(client).statusOrEmpty().lastErrors();
    System.out.println(errors);
    assertThat(errors)
        .singleElement()
        .returns(ErrorCodes.CREATE_OR_PATCH_POD_GANG, LastError::code);
    // From 50 ms on each wait is twice the one before.
    List<Request> tries = tries(plane, namespace, from);
    assertThat(Duration.between(tries.get(0).received(), tries.get(6).received()))
        .isGreaterThan(Duration.ofMillis(3_100));
    // Words about the first tries may come later than some of the tries.
    assertThat(recorder.rest().await(AtRest.ALL_IS_TOLD, PATIENCE)).isPresent();
    String version = set(client).getMetadata().getResourceVersion();
    int told = tries(plane, namespace, from).size();
    await().atMost(PATIENCE).until(() -> tries(plane, namespace, from).size() > told);
    assertThat(set(client).getMetadata().getResourceVersion()).isEqualTo(version);
    assertThat(Conditions.find(set(client).statusOrEmpty().conditions(), ConditionTypes.VALID))
        .isEmpty();
    assertThat(client.pods().list().getItems()).isEmpty();
    webhook.ensureAnswering();

    assertThat(kubectl.call("", "scale", "pclq", "old-0-huge", "--replicas=2").code()).isZero();

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(readyPods(client)).hasSize(3);
          assertThat(set(client).statusOrEmpty().lastErrors()).isEmpty();
        });
  }

  private static List<Request> tries(ControlPlane plane, TestNamespace namespace, Instant from) {
    return AtRest.writes(plane, namespace)
        .to("podgangs")
        .withVerb("create")
        .between(from, Instant.now())
        .requests();
  }

  private static PodCliqueSet set(KubernetesClient client) {
    return Objects.requireNonNull(client.resources(PodCliqueSet.class).withName("old").get());
  }

  private static List<String> readyPods(KubernetesClient client) {
    return client.pods().list().getItems().stream()
        .filter(Sets::isReady)
        .map(Pod::getMetadata)
        .map(metadata -> metadata.getName())
        .toList();
  }
}
