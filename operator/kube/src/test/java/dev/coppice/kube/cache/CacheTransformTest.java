package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.object.ReadKeys;
import dev.coppice.core.object.Unreadable;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheTransformTest {

  @Test
  void keeps_of_a_pod_what_decisions_read() {
    Pod pod = fullPod();

    CacheTransform.apply(pod, false);

    assertThat(pod)
        .isEqualTo(
            new PodBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("a")
                .withUid("uid-a")
                .withResourceVersion("7")
                .addToLabels("grove.io/podclique", "c")
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
                .build());
  }

  @Test
  void keeps_of_a_node_its_labels_and_whether_it_is_ready() {
    Node node =
        new NodeBuilder()
            .withNewMetadata()
            .addToLabels("block", "west")
            .addToAnnotations("big", "x")
            .endMetadata()
            .withNewSpec()
            .withUnschedulable(true)
            .endSpec()
            .withNewStatus()
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .withMessage("kubelet is posting ready status")
            .endCondition()
            .addNewCondition()
            .withType("DiskPressure")
            .withStatus("False")
            .endCondition()
            .endStatus()
            .build();

    CacheTransform.apply(node, false);

    assertThat(node.getMetadata().getLabels()).isEqualTo(Map.of("block", "west"));
    assertThat(node.getMetadata().getAnnotations()).containsOnlyKeys(ReadKeys.OTHERS);
    assertThat(node.getSpec()).isNull();
    assertThat(node.getStatus().getConditions())
        .containsExactly(new NodeConditionBuilder().withType("Ready").withStatus("True").build());
  }

  @Test
  void keeps_the_node_selector_of_a_pod_until_it_has_a_node() {
    Pod waiting =
        new PodBuilder()
            .withNewMetadata()
            .endMetadata()
            .withNewSpec()
            .addToNodeSelector("zone", "west")
            .endSpec()
            .build();
    Pod bound = new PodBuilder(waiting).editSpec().withNodeName("n").endSpec().build();

    CacheTransform.apply(waiting, false);
    CacheTransform.apply(bound, false);

    assertThat(waiting.getSpec().getNodeSelector()).containsEntry("zone", "west");
    assertThat(bound.getSpec().getNodeSelector()).isEmpty();
  }

  @Test
  void keeps_of_affinity_which_nodes_a_group_has_for_itself() {
    Pod pod =
        Serialization.unmarshal(
            """
            metadata: {name: a, namespace: ns}
            spec:
              affinity:
                nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}
                podAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                  - {topologyKey: zone, labelSelector: {matchLabels: {app: x}}}
                  - topologyKey: slice
                    labelSelector: {matchExpressions: [{key: grove.io/subgroup-key, operator: In, values: [k]}]}
                podAntiAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                  - topologyKey: block
                    labelSelector: {matchExpressions: [{key: grove.io/group-key, operator: NotIn, values: [k]}]}
            """,
            Pod.class);
    Pod other = fullPod();

    CacheTransform.apply(pod, false);
    CacheTransform.apply(pod, false);
    CacheTransform.apply(other, false);

    PodAffinityTerm slice = new PodAffinityTermBuilder().withTopologyKey("slice").build();
    PodAffinityTerm block = new PodAffinityTermBuilder().withTopologyKey("block").build();
    assertThat(pod.getSpec().getAffinity())
        .returns(
            List.of(slice),
            kept -> kept.getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution())
        .returns(
            List.of(block),
            kept -> kept.getPodAntiAffinity().getRequiredDuringSchedulingIgnoredDuringExecution())
        .returns(null, Affinity::getNodeAffinity);
    assertThat(other.getSpec().getAffinity()).isNull();
  }

  @Test
  void keeps_of_everything_else_all_but_the_record_of_who_wrote_which_field() {
    PodClique clique = new PodClique();
    clique.getMetadata().setManagedFields(List.of(new ManagedFieldsEntry()));
    PodSpec podSpec = new PodSpecBuilder().withNodeName("n").build();
    clique.setSpec(PodCliqueSpecBuilder.builder().replicas(3).podSpec(podSpec).build());

    CacheTransform.apply(clique, false);

    assertThat(clique.getSpec().replicas()).isEqualTo(3);
    assertThat(clique.getSpec().podSpec()).isEqualTo(podSpec);
    assertThat(clique.getMetadata().getManagedFields()).isEmpty();
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

    CacheTransform.apply(pod, false);

    assertThat(pod.getMetadata().getAnnotations()).isEmpty();
    assertThat(pod.getMetadata().getLabels()).isEmpty();
    assertThat(pod.getStatus().getConditions()).isEmpty();
  }

  private static Pod fullPod() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("a")
        .withUid("uid-a")
        .withResourceVersion("7")
        .addToLabels("app", "x")
        .addToLabels("grove.io/podclique", "c")
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

  @Test
  void takes_nothing_from_what_cannot_be_read_but_what_it_takes_from_others() {
    for (HasMetadata object :
        List.of(new Pod(), new Node(), new PodClique(), new Service(), new PodGang())) {
      object.setMetadata(
          new ObjectMetaBuilder()
              .withName("a")
              .addToLabels(Labels.PART_OF, "1")
              .addToAnnotations("x", "y")
              .build());
      new Unreadable("spec", "odd").mark(object);

      CacheTransform.apply(object, true);

      assertThat(Unreadable.of(object)).contains(new Unreadable("spec", "odd"));
      assertThat(object.getMetadata().getLabels()).containsEntry(Labels.PART_OF, "1");
    }
  }
}
