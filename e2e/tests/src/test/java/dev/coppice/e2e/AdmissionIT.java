package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.Kubectl.Result;
import dev.coppice.testkit.junit.OnCoppice;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a user is told whose wish breaks a rule. */
@OnCoppice
class AdmissionIT {

  @Test
  void five_mistakes_in_five_places_are_told_at_once(Kubectl kubectl) {
    Result refused =
        kubectl.call(
            """
            apiVersion: grove.io/v1alpha1
            kind: PodCliqueSet
            metadata: {name: broken}
            spec:
              replicas: 1
              template:
                terminationDelay: 0s
                cliqueStartupType: CliqueStartupTypeExplicit
                cliques:
                - name: prefill
                  labels: {grove.io/podclique: mine}
                  spec:
                    replicas: 2
                    minAvailable: 3
                    podSpec:
                      containers: [{name: engine, image: "registry.example/engine:1"}]
                - name: decode
                  spec:
                    startsAfter: [encode]
                    podSpec:
                      containers: [{name: engine, image: "registry.example/engine:1"}]
                podCliqueScalingGroups:
                - {name: pair, cliqueNames: [decode, router]}
            """,
            "apply",
            "-f",
            "-");

    System.out.println(refused.err());
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("The PodCliqueSet \"broken\" is invalid")
        .contains("* spec.template.terminationDelay: Invalid value: \"0s\"")
        .contains("* spec.template.cliques[0].labels[grove.io/podclique]: ")
        .contains("* spec.template.cliques[0].spec.minAvailable: Invalid value: 3")
        .contains("* spec.template.cliques[1].spec.startsAfter[0]: Invalid value: \"encode\"")
        .contains(
            "* spec.template.podCliqueScalingGroups[0].cliqueNames[1]: Invalid value: \"router\"");
    assertThat(refused.err().lines().filter(line -> line.startsWith("* "))).hasSize(5);
  }

  @Test
  void a_level_of_a_topology_that_is_there_twice_is_told_by_its_place(Kubectl kubectl) {
    Result refused =
        kubectl.call(
            """
            apiVersion: grove.io/v1alpha1
            kind: ClusterTopologyBinding
            metadata: {name: broken}
            spec:
              levels:
              - {domain: zone, key: topology.kubernetes.io/zone}
              - {domain: zone, key: example.com/rack}
              - {domain: host, key: topology.kubernetes.io/zone}
            """,
            "apply",
            "-f",
            "-");

    System.out.println(refused.err());
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("The ClusterTopologyBinding \"broken\" is invalid")
        .contains("* spec.levels[1].domain: Duplicate value: \"zone\"")
        .contains("* spec.levels[2].key: Duplicate value: \"topology.kubernetes.io/zone\"");
  }

  @Test
  void scaling_goes_round_no_rule(Kubectl kubectl) {
    kubectl.apply(Sets.manifest("web", 1, Sets.clique("server", 2, 1)));
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");

    Result set = kubectl.call("", "scale", "pcs", "web", "--replicas=60000");
    Result clique = kubectl.call("", "scale", "pclq", "web-0-server", "--replicas=100001");
    Result patched =
        kubectl.call(
            "",
            "patch",
            "pclq",
            "web-0-server",
            "--type=merge",
            "-p={\"spec\":{\"replicas\":100001}}");

    assertThat(set.err()).contains("spec.replicas: Invalid value: 60000", "120000 pods");
    assertThat(clique.err()).contains("spec.replicas: Invalid value: 100001", "100001 pods");
    assertThat(patched.err()).contains("spec.replicas: Invalid value: 100001", "100001 pods");
    assertThat(kubectl.run("scale", "pclq", "web-0-server", "--replicas=3").code()).isZero();
  }

  @Test
  void a_training_job_is_neither_scaled_nor_updated(Kubectl kubectl) {
    String manifest =
        Sets.manifest("job", 1, Sets.clique("server", 2, 1), Sets.clique("worker", 1, 1))
                .replace("  template:\n", "  workloadType: Training\n  template:\n")
            + "    podCliqueScalingGroups: [{name: pool, cliqueNames: [worker], replicas: 2}]\n";
    kubectl.apply(manifest);
    kubectl.run("wait", "--for=create", "pclq/job-0-pool-0-worker", "--timeout=60s");
    kubectl.run("wait", "--for=create", "pclq/job-0-server", "--timeout=60s");

    for (String object :
        List.of("pcs/job", "pcsg/job-0-pool", "pclq/job-0-server", "pclq/job-0-pool-0-worker")) {
      assertThat(kubectl.call("", "scale", object, "--replicas=5").err())
          .contains("spec.replicas: Invalid value", "a training job is not scaled");
      assertThat(
              kubectl
                  .call("", "patch", object, "--type=merge", "-p={\"spec\":{\"replicas\":5}}")
                  .err())
          .contains("spec.replicas: Invalid value: 5", "a training job is not scaled");
    }
    Result updated = kubectl.call(manifest.replace("model:1", "model:2"), "apply", "-f", "-");

    System.out.println(updated.err());
    assertThat(updated.err())
        .contains(
            "* spec.template.cliques[0].spec.podSpec.containers[0].image: Forbidden: cannot change: pods of a training job are not updated",
            "* spec.template.cliques[1].spec.podSpec.containers[0].image: Forbidden");
    assertThat(
            kubectl
                .run(
                    "get",
                    "pcs",
                    "job",
                    "-o",
                    "jsonpath={.spec.template.terminationDelay}"
                        + " {.spec.template.cliques[0].spec.podSpec.restartPolicy}")
                .out())
        .isEqualTo("0s Never");
    kubectl.run(
        "patch", "pcs/job", "--type=merge", "-p={\"spec\":{\"trainingSpec\":{\"maxRestarts\":3}}}");
  }

  @Test
  void a_changed_number_of_replicas_is_told_to_leave_what_is_there_alone(
      Kubectl kubectl, KubernetesClient client) {
    String manifest =
        Sets.manifest("web", 2, Sets.clique("server", 2, 1), Sets.clique("worker", 1, 1))
            + "    podCliqueScalingGroups: [{name: pool, cliqueNames: [worker], replicas: 2}]\n";
    kubectl.apply(manifest);
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");

    Result changed =
        kubectl.call(
            manifest
                .replace("replicas: 2}]", "replicas: 3}]")
                .replace(
                    "replicas: 2\n        minAvailable: 1", "replicas: 4\n        minAvailable: 1"),
            "apply",
            "-f",
            "-");

    System.out.println(changed.err());
    String namespace = client.getNamespace();
    assertThat(changed.code()).isZero();
    assertThat(changed.err().lines())
        .containsExactly(
            "Warning: spec.template.cliques[0].spec.replicas: 4 is for new PodCliques only: PodClique web-0-server keeps its own number, 2, and those of the other replicas keep theirs; to change it: kubectl scale pclq/web-0-server -n %s --replicas=4"
                .formatted(namespace),
            "Warning: spec.template.podCliqueScalingGroups[0].replicas: 3 is for new PodCliqueScalingGroups only: PodCliqueScalingGroup web-0-pool keeps its own number, 2, and those of the other replicas keep theirs; to change it: kubectl scale pcsg/web-0-pool -n %s --replicas=3"
                .formatted(namespace));
    assertThat(Sets.clique(client, "web-0-server").getSpec().replicas()).isEqualTo(2);
    kubectl.run("wait", "--for=condition=ReplicasDiffer", "pcs/web", "--timeout=60s");
    assertThat(
            kubectl
                .run(
                    "get",
                    "pcs",
                    "web",
                    "-o",
                    "jsonpath={.status.conditions[?(@.type=='ReplicasDiffer')].message}")
                .out())
        .startsWith("4 differ from spec.template: PodClique web-0-server has 2 replicas, its")
        .contains("kubectl scale pcsg/web-0-pool -n %s --replicas=3".formatted(namespace));
    kubectl.run("scale", "pclq/web-0-server", "-n", namespace, "--replicas=4");
    kubectl.run("scale", "pcsg/web-0-pool", "-n", namespace, "--replicas=3");
    assertThat(Sets.clique(client, "web-0-server").getSpec().replicas()).isEqualTo(4);
    assertThat(kubectl.call("", "annotate", "pcs", "web", "note=any").err()).isEmpty();
  }

  /** As most manifests are: nobody has written minAvailable. */
  @Test
  void more_replicas_are_accepted_where_a_default_followed_from_them(Kubectl kubectl) {
    String manifest =
        Sets.manifest("web", 0, Sets.clique("server", 3, 1))
            .replace("        minAvailable: 1\n", "");
    kubectl.apply(manifest);

    Result more = kubectl.call(manifest.replace("replicas: 3", "replicas: 5"), "apply", "-f", "-");

    assertThat(more.err() + more.code()).doesNotContain("immutable").endsWith("0");
    assertThat(
            kubectl
                .run(
                    "get",
                    "pcs",
                    "web",
                    "-o",
                    "jsonpath={.spec.template.cliques[0].spec['replicas','minAvailable']}")
                .out())
        .isEqualTo("5 3");
    kubectl.run(
        "wait",
        "--for=jsonpath={.status.conditions[?(@.type=='Ready')].reason}=ScaledToZero",
        "pcs/web",
        "--timeout=60s");
  }

  @Test
  void what_does_nothing_is_told_at_every_apply(Kubectl kubectl, KubernetesClient client) {
    String manifest =
        Sets.manifest("web", 0, Sets.clique("server", 2, 1))
            .replace(
                "  template:\n",
                "  template:\n    resourceSharing: [{name: gpus, scope: AllReplicas}]\n")
            .replace("podSpec:\n", "podSpec:\n          hostname: mine\n");

    Result first = kubectl.call(manifest, "apply", "-f", "-");
    Result again = kubectl.call(manifest.replace("model:1", "model:2"), "apply", "-f", "-");

    System.out.println(first.err());
    assertThat(first.code()).isZero();
    assertThat(first.err().lines())
        .containsExactly(
            "Warning: spec.template.cliques[0].spec.podSpec.hostname: overwritten: the host name of a pod is the name of its PodClique and its index",
            "Warning: spec.template.resourceSharing: does nothing yet; the set runs without it",
            "Warning: spec.replicas: 0, which it also is when it is left out: no pods are created; to create them: kubectl scale pcs/web -n %s --replicas=1"
                .formatted(client.getNamespace()));
    assertThat(again.err()).isEqualTo(first.err());
  }

  @Test
  void what_is_made_by_hand_is_refused_in_favour_of_a_set(Kubectl kubectl) {
    String clique =
        """
        apiVersion: grove.io/v1alpha1
        kind: PodClique
        metadata: {name: lone}
        spec:
          roleName: lone
          replicas: 1
          podSpec: {containers: [{name: c, image: "registry.example/c:1"}]}
        """;
    String group =
        """
        apiVersion: grove.io/v1alpha1
        kind: PodCliqueScalingGroup
        metadata: {name: lone}
        spec: {replicas: 1, minAvailable: 1, cliqueNames: [a]}
        """;

    Result refused = kubectl.call(clique, "create", "-f", "-");
    Result refusedGroup = kubectl.call(group, "create", "-f", "-");

    System.out.println(refused.err());
    assertThat(refused.err())
        .contains("The PodClique \"lone\" is invalid: metadata.labels: Forbidden")
        .contains("create a PodCliqueSet instead");
    assertThat(refusedGroup.err())
        .contains("The PodCliqueScalingGroup \"lone\" is invalid: metadata.labels: Forbidden");
    assertThat(
            kubectl
                .call(
                    clique.replace(
                        "{name: lone}",
                        "{name: lone, labels: {app.kubernetes.io/managed-by: grove-operator, app.kubernetes.io/part-of: web}}"),
                    "create",
                    "--dry-run=server",
                    "-f",
                    "-")
                .code())
        .as("from a backup")
        .isZero();
  }

  @Test
  void what_is_filled_in_can_be_read(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(
        """
        apiVersion: grove.io/v1alpha1
        kind: PodCliqueSet
        metadata: {name: short}
        spec:
          replicas: 1
          template:
            cliques:
            - {name: only, spec: {podSpec: {containers: [{name: c, image: "registry.example/c:1"}]}}}
        """);

    assertThat(
            kubectl
                .run(
                    "get",
                    "pcs",
                    "short",
                    "-o",
                    "jsonpath={.spec.template.cliques[0].spec['roleName','replicas','minAvailable']}"
                        + " {.spec.template.cliqueStartupType}")
                .out())
        .isEqualTo("only 1 1 CliqueStartupTypeAnyOrder");
  }

  @Test
  void what_is_being_deleted_is_no_way_in_and_can_go(Kubectl kubectl) {
    kubectl.apply(Sets.manifest("web", 1, Sets.clique("server", 1, 1)));
    kubectl.run(
        "patch",
        "pcs",
        "web",
        "--type=merge",
        "-p={\"metadata\":{\"finalizers\":[\"example.com/own\"]}}");
    kubectl.run("delete", "pcs", "web", "--wait=false");

    Result unreadable = patchPodSpec(kubectl, "pcs", "web", "/spec/template/cliques/0/spec");
    Result scaled =
        kubectl.call(
            "", "patch", "pcs", "web", "--type=merge", "-p={\"spec\":{\"replicas\":60000}}");

    assertThat(unreadable.code()).isEqualTo(1);
    assertThat(unreadable.err())
        .contains(
            "spec.template.cliques[0].spec.podSpec.volumes[0].ephemeral.volumeClaimTemplate.metadata.generation: Invalid value: \"boom\": cannot be read");
    assertThat(scaled.err()).contains("spec.replicas: Invalid value: 60000");
    kubectl.run("label", "pcs", "web", "example.com/a=b");
    kubectl.run("patch", "pcs", "web", "--type=merge", "-p={\"metadata\":{\"finalizers\":null}}");
    kubectl.run("wait", "--for=delete", "pcs/web", "--timeout=60s");
  }

  @Test
  void no_part_of_a_set_is_made_unreadable(Kubectl kubectl) {
    kubectl.apply(Sets.manifest("web", 1, Sets.clique("server", 1, 1)));
    kubectl.run("wait", "--for=condition=Available", "pcs/web", "--timeout=60s");

    Result clique = patchPodSpec(kubectl, "pclq", "web-0-server", "/spec");

    assertThat(clique.code()).isEqualTo(1);
    assertThat(clique.err())
        .contains(
            "spec.podSpec.volumes[0].ephemeral.volumeClaimTemplate.metadata.generation: Invalid value: \"boom\": cannot be read");
    kubectl.run("label", "pclq", "web-0-server", "example.com/a=b");
  }

  private static Result patchPodSpec(Kubectl kubectl, String kind, String name, String spec) {
    return kubectl.call(
        "",
        "patch",
        kind,
        name,
        "--type=json",
        "-p=[{\"op\":\"add\",\"path\":\"%s/podSpec/volumes\",\"value\":[{\"name\":\"v\",\"ephemeral\":{\"volumeClaimTemplate\":{\"metadata\":{\"generation\":\"boom\"},\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}}}]}]"
            .formatted(spec));
  }
}
