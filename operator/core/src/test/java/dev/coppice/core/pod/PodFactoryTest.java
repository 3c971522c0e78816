package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.EnvironmentVariables;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.clique.CliqueFamily;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodFactoryTest {

  private static final String YAML =
      """
      metadata:
        name: llm-1-prefill
        namespace: ai
        uid: clique-uid
        labels:
          team: inference
          app.kubernetes.io/managed-by: grove-operator
          app.kubernetes.io/part-of: llm
          app.kubernetes.io/name: llm-1-prefill
          app.kubernetes.io/component: pcs-podclique
          grove.io/podcliqueset-replica-index: "1"
          grove.io/podgang: llm-1
          grove.io/pod-template-hash: v1-aaaaaaaaaa
        annotations: {note: hello}
      spec:
        replicas: 2
        podSpec:
          priorityClassName: high
          restartPolicy: Always
          futureField: kept
          schedulingGates: [{name: example.com/gate}]
          initContainers:
          - {name: setup, image: busybox}
          containers:
          - name: main
            image: vllm
            env:
            - {name: GROVE_PCS_NAME, value: mine}
            - {name: ADDRESS, value: "$(GROVE_HEADLESS_SERVICE):80"}
          - {name: sidecar, image: proxy}
      """;

  private final PodClique clique = TestYaml.read(YAML, PodClique.class);
  private final Pod pod = pod(clique, new Release(true, true));

  private static Pod pod(PodClique clique, Release release) {
    return pod(clique, release, OptionalInt.empty());
  }

  private static Pod pod(PodClique clique, Release release, OptionalInt attempt) {
    return new PodFactory(
            clique, new DefaultScheduler(), settings().build(), release, attempt, Optional.empty())
        .pod(4, "llm-1-prefill-4-abcde");
  }

  private static PodSettingsBuilder settings() {
    return PodSettingsBuilder.builder(PodSettings.DEFAULTS)
        .startup(
            StartupSettingsBuilder.builder(StartupSettings.DEFAULTS)
                .image("registry.example/shell:1")
                .build());
  }

  private static Container container(Pod pod, String name) {
    return pod.getSpec().getContainers().stream()
        .filter(container -> container.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void keeps_a_pod_of_a_training_job_until_its_end_is_known_and_tells_it_its_attempt() {
    Pod trainer = pod(clique, new Release(true, true), OptionalInt.of(2));

    assertThat(trainer.getMetadata().getFinalizers()).containsExactly("grove.io/pod-tracking");
    assertThat(trainer.getMetadata().getLabels()).containsEntry("grove.io/restart-attempt", "2");
    assertThat(trainer.getSpec().getContainers().getFirst().getEnv())
        .filteredOn(variable -> variable.getName().equals("GROVE_RESTART_ATTEMPT"))
        .singleElement()
        .satisfies(variable ->
            assertThat(variable.getValueFrom().getFieldRef().getFieldPath())
                .isEqualTo("metadata.labels['grove.io/restart-attempt']"));
    assertThat(pod.getMetadata().getFinalizers()).isEmpty();
    assertThat(pod.getMetadata().getLabels()).doesNotContainKey("grove.io/restart-attempt");
  }

  @Test
  void names_and_labels_the_pod_after_its_clique() {
    assertThat(pod.getMetadata().getName()).isEqualTo("llm-1-prefill-4-abcde");
    assertThat(pod.getMetadata().getNamespace()).isEqualTo("ai");
    assertThat(pod.getMetadata().getAnnotations()).containsEntry("note", "hello");
    assertThat(pod.getMetadata().getLabels())
        .containsAllEntriesOf(clique.getMetadata().getLabels())
        .containsEntry("grove.io/podclique", "llm-1-prefill")
        .containsEntry("grove.io/podclique-pod-index", "4")
        .hasSize(clique.getMetadata().getLabels().size() + 2);
  }

  @Test
  void is_controlled_by_its_clique() {
    assertThat(pod.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> {
          assertThat(owner.getUid()).isEqualTo("clique-uid");
          assertThat(owner.getController()).isTrue();
          assertThat(owner.getBlockOwnerDeletion()).isTrue();
        });
  }

  @Test
  void gives_the_pod_a_host_name_that_its_replacement_will_have_too() {
    assertThat(pod.getSpec().getHostname()).isEqualTo("llm-1-prefill-4");
    assertThat(pod.getSpec().getSubdomain()).isEqualTo("llm-1");
  }

  @Test
  void puts_its_variables_before_the_users_and_in_place_of_same_named_ones() {
    assertThat(container(pod, "main").getEnv())
        .extracting(EnvVar::getName)
        .containsExactly(
            "GROVE_PCS_NAME",
            "GROVE_PCS_INDEX",
            "GROVE_PCLQ_NAME",
            "GROVE_HEADLESS_SERVICE",
            "GROVE_PCLQ_POD_INDEX",
            "ADDRESS");
    assertThat(container(pod, "main").getEnv())
        .extracting(EnvVar::getValue)
        .containsExactly(
            "llm",
            "1",
            "llm-1-prefill",
            "llm-1.ai.svc.cluster.local",
            null,
            "$(GROVE_HEADLESS_SERVICE):80");
  }

  @Test
  void names_hosts_in_the_domain_of_the_cluster() {
    Pod elsewhere =
        new PodFactory(
                clique,
                new DefaultScheduler(),
                settings().clusterDomain("k8s.example.com").build(),
                new Release(true, true),
                OptionalInt.empty(),
                Optional.empty())
            .pod(4, "llm-1-prefill-4-abcde");

    assertThat(container(elsewhere, "main").getEnv())
        .extracting(EnvVar::getValue)
        .contains("llm-1.ai.svc.k8s.example.com");
  }

  @Test
  void gives_the_variables_to_every_container() {
    assertThat(container(pod, "sidecar").getEnv())
        .extracting(EnvVar::getName)
        .containsExactlyInAnyOrderElementsOf(EnvironmentVariables.OF_EVERY_POD);
    assertThat(pod.getSpec().getInitContainers().getFirst().getEnv()).hasSize(5);
    assertThat(container(pod, "sidecar").getEnv().getLast().getValueFrom().getFieldRef())
        .satisfies(field ->
            assertThat(field.getFieldPath())
                .isEqualTo("metadata.labels['grove.io/podclique-pod-index']"));
  }

  @Test
  void keeps_the_rest_of_the_template() {
    assertThat(pod.getSpec().getPriorityClassName()).isEqualTo("high");
    assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Always");
    assertThat(pod.getSpec().getAdditionalProperties()).containsEntry("futureField", "kept");
    assertThat(pod.getSpec().getSchedulerName()).isEqualTo("default-scheduler");
  }

  @Test
  void holds_a_pod_of_a_base_gang_back_by_no_gate() {
    assertThat(pod.getSpec().getSchedulingGates()).isEmpty();
  }

  @Test
  void gives_a_pod_without_parents_nothing_to_wait_with() {
    assertThat(pod.getSpec().getInitContainers()).extracting(Container::getName).contains("setup");
    assertThat(pod.getSpec().getInitContainers()).hasSize(1);
    assertThat(pod.getSpec().getVolumes()).isEmpty();
    assertThat(pod.getMetadata().getAnnotations()).doesNotContainKey("grove.io/startup-released");
  }

  @Test
  void holds_a_pod_back_by_our_gate_alone_while_the_base_gang_is_not_placed() {
    Pod gated = pod(clique, new Release(false, true));

    assertThat(gated.getSpec().getSchedulingGates())
        .extracting(PodSchedulingGate::getName)
        .containsExactly("grove.io/podgang-pending-creation");
  }

  @ParameterizedTest
  @CsvSource({"false, ''", "true, 'true'"})
  void says_from_the_start_whether_the_parents_have_started(boolean started, String said) {
    Pod child = pod(CliqueFamily.startingAfter(clique, "llm-1-router"), new Release(true, started));

    assertThat(child.getMetadata().getAnnotations())
        .containsEntry("grove.io/startup-released", said)
        .containsEntry("note", "hello");
  }

  @Test
  void lets_the_pod_wait_after_the_users_own_init_containers() {
    Pod child = pod(CliqueFamily.startingAfter(clique, "llm-1-router"), new Release(true, false));

    assertThat(child.getSpec().getInitContainers())
        .extracting(Container::getName)
        .containsExactly("setup", "grove-initc");
    Container waiting = child.getSpec().getInitContainers().getLast();
    assertThat(waiting.getImage()).isEqualTo("registry.example/shell:1");
    assertThat(waiting.getEnv()).isEmpty();
    assertThat(waiting.getResources().getRequests())
        .isEqualTo(waiting.getResources().getLimits())
        .containsEntry("cpu", new Quantity("10m"))
        .containsEntry("memory", new Quantity("16Mi"));
    assertThat(child.getSpec().getVolumes())
        .singleElement()
        .satisfies(volume -> {
          assertThat(waiting.getVolumeMounts().getFirst().getName()).isEqualTo(volume.getName());
          assertThat(volume.getDownwardAPI().getItems().getFirst().getFieldRef().getFieldPath())
              .isEqualTo("metadata.annotations['grove.io/startup-released']");
        });
  }

  @Test
  void waits_with_the_resources_that_are_configured() {
    StartupSettings large =
        new StartupSettings(
            "shell",
            Map.of("cpu", new Quantity("100m")),
            Map.of("cpu", new Quantity("200m"), "ephemeral-storage", new Quantity("1Mi")));
    Pod child =
        new PodFactory(
                CliqueFamily.startingAfter(clique, "llm-1-router"),
                new DefaultScheduler(),
                settings().startup(large).build(),
                new Release(true, false),
                OptionalInt.empty(),
                Optional.empty())
            .pod(4, "llm-1-prefill-4-abcde");

    assertThat(child.getSpec().getInitContainers().getLast().getResources())
        .satisfies(resources -> {
          assertThat(resources.getRequests()).isEqualTo(large.requests());
          assertThat(resources.getLimits()).isEqualTo(large.limits());
        });
  }

  @Test
  void waits_as_restricted_namespaces_demand() {
    Pod child = pod(CliqueFamily.startingAfter(clique, "llm-1-router"), new Release(true, false));

    assertThat(child.getSpec().getInitContainers().getLast().getSecurityContext())
        .satisfies(context -> {
          assertThat(context.getRunAsNonRoot()).isTrue();
          assertThat(context.getRunAsUser()).isEqualTo(65532);
          assertThat(context.getAllowPrivilegeEscalation()).isFalse();
          assertThat(context.getReadOnlyRootFilesystem()).isTrue();
          assertThat(context.getCapabilities().getDrop()).containsExactly("ALL");
          assertThat(context.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        });
  }

  @Test
  void leaves_the_clique_as_it_is() {
    assertThat(clique).isEqualTo(TestYaml.read(YAML, PodClique.class));
  }
}
