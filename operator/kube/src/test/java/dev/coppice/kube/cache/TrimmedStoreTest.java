package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrimmedStoreTest {

  @Test
  void keeps_of_a_pod_what_decisions_read() {
    Pod pod = fullPod();

    stored(pod);

    assertThat(pod)
        .isEqualTo(
            new PodBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("a")
                .withUid("uid-a")
                .withResourceVersion("7")
                .addToLabels("app", "x")
                .addToAnnotations("grove.io/startup-released", "true")
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-1")
                .addNewSchedulingGate("gate")
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("Ready")
                .withStatus("False")
                .withLastTransitionTime("2026-01-01T00:00:00Z")
                .endCondition()
                .addNewContainerStatus()
                .withName("main")
                .withReady(false)
                .withRestartCount(2)
                .withNewLastState()
                .withNewTerminated()
                .withExitCode(137)
                .endTerminated()
                .endLastState()
                .endContainerStatus()
                .endStatus()
                .build());
  }

  @Test
  void keeps_of_a_clique_of_another_level_everything_but_the_pod_specification() {
    PodClique clique = new PodClique();
    clique.getMetadata().setName("q");
    clique.setSpec(
        PodCliqueSpecBuilder.builder()
            .replicas(3)
            .podSpec(
                new PodSpecBuilder()
                    .addToContainers(new ContainerBuilder().withName("main").build())
                    .build())
            .build());

    Trims.secondary(clique);

    assertThat(clique.getSpec().replicas()).isEqualTo(3);
    assertThat(clique.getSpec().podSpec().getContainers()).isEmpty();
  }

  @Test
  void leaves_the_pod_specification_to_the_pass_that_has_read_it() {
    PodClique answer = new PodClique();
    PodSpec podSpec = new PodSpecBuilder().withNodeName("n").build();
    answer.setSpec(PodCliqueSpecBuilder.builder().podSpec(podSpec).build());

    HasMetadata held = Trims.ownCopy(answer);
    Trims.secondary(held);

    assertThat(((PodClique) held).getSpec().podSpec()).isEqualTo(new PodSpec());
    assertThat(answer.getSpec().podSpec()).isEqualTo(podSpec);
  }

  @Test
  void never_leaves_annotations_or_labels_null() {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace("ns")
            .withName("a")
            .withResourceVersion("7")
            .endMetadata()
            .build();
    pod.getMetadata().setAnnotations(null);
    pod.getMetadata().setLabels(null);

    stored(pod);

    assertThat(pod.getMetadata().getAnnotations()).isEmpty();
    assertThat(pod.getMetadata().getLabels()).isEmpty();
    assertThat(pod.getStatus().getConditions()).isEmpty();
  }

  private static void stored(Pod pod) {
    TrimmedStore<Pod> store =
        new Stores(new SimpleMeterRegistry(), PodClique.class).secondary(Pod.class);
    store.put(store.getKey(pod), pod);
    assertThat(store.get("ns/a")).isSameAs(pod);
  }

  private static Pod fullPod() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("a")
        .withUid("uid-a")
        .withResourceVersion("7")
        .addToLabels("app", "x")
        .addToAnnotations("grove.io/startup-released", "true")
        .addToAnnotations("example.com/note", "long")
        .withManagedFields(List.of(new ManagedFieldsEntry()))
        .endMetadata()
        .withNewSpec()
        .withNodeName("node-1")
        .addNewSchedulingGate("gate")
        .addNewContainer()
        .withName("main")
        .withImage("image")
        .endContainer()
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .withPodIP("10.0.0.1")
        .addNewCondition()
        .withType("Ready")
        .withStatus("False")
        .withLastTransitionTime("2026-01-01T00:00:00Z")
        .withMessage("containers with unready status: [main]")
        .endCondition()
        .addNewContainerStatus()
        .withName("main")
        .withImage("image")
        .withReady(false)
        .withRestartCount(2)
        .withNewState()
        .withNewWaiting()
        .withReason("CrashLoopBackOff")
        .endWaiting()
        .endState()
        .withNewLastState()
        .withNewTerminated()
        .withExitCode(137)
        .withReason("OOMKilled")
        .endTerminated()
        .endLastState()
        .endContainerStatus()
        .endStatus()
        .build();
  }
}
