package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.AutoScalingConfigBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfigBuilder;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An autoscaler of a group, or of a set, finds one pod of each replica. */
class ScaleUnitsScenarioTest {

  private final SetFixture fixture =
      new SetFixture(
          """
          metadata: {name: s}
          spec:
            replicas: 2
            template:
              cliques:
              - {name: a, spec: {replicas: 3, POD}}
              - {name: b, spec: {replicas: 1, POD}}
              - {name: c, spec: {replicas: 2, POD}}
              podCliqueScalingGroups:
              - {name: x, cliqueNames: [b, c], replicas: 3, minAvailable: 1, scaleConfig: {minReplicas: 1, maxReplicas: 4}}
              - {name: y, cliqueNames: [a], replicas: 1}
          """
              .replace("POD", "podSpec: {containers: [{name: c, image: i}]}"));

  /** The PodCliques and indices of the pods that a selector finds. */
  private List<String> found(String selector) {
    return fixture
        .cluster
        .all(Pod.class)
        .filter(pod ->
            Arrays.stream(selector.split(","))
                .map(part -> part.split("="))
                .allMatch(part -> part[1].equals(pod.getMetadata().getLabels().get(part[0]))))
        .map(pod ->
            pod.getMetadata().getLabels().get(Labels.POD_CLIQUE)
                + "-"
                + pod.getMetadata().getLabels().get(Labels.POD_INDEX))
        .sorted()
        .toList();
  }

  private String selectorOf(String group) {
    return fixture
        .cluster
        .find(PodCliqueScalingGroup.class, SetFixture.NAMESPACE, group)
        .orElseThrow()
        .statusOrEmpty()
        .selector();
  }

  private Set<String> uids() {
    return fixture
        .cluster
        .all(Pod.class)
        .map(pod -> pod.getMetadata().getUid())
        .collect(Collectors.toSet());
  }

  private void measure(String clique) {
    fixture.changeSet(set -> {
      PodCliqueSetTemplate template = set.getSpec().template();
      return set.withSpec(
          PodCliqueSetSpecBuilder.builder(set.getSpec())
              .template(
                  PodCliqueSetTemplateBuilder.builder(template)
                      .podCliqueScalingGroups(
                          template.podCliqueScalingGroups().stream()
                              .map(group ->
                                  group.scaleConfig() == null
                                      ? group
                                      : PodCliqueScalingGroupConfigBuilder.builder(group)
                                          .scaleConfig(
                                              AutoScalingConfigBuilder.builder(group.scaleConfig())
                                                  .measuredClique(clique)
                                                  .build())
                                          .build())
                              .toList())
                      .build())
              .build());
    });
  }

  @Test
  void the_selectors_of_groups_and_sets_find_one_pod_of_each_replica() {
    fixture.settle();

    assertThat(found(selectorOf("s-0-x")))
        .containsExactly("s-0-x-0-b-0", "s-0-x-1-b-0", "s-0-x-2-b-0");
    assertThat(found(selectorOf("s-1-y"))).containsExactly("s-1-y-0-a-0");
    assertThat(found(fixture.status().hpaPodSelector()))
        .containsExactly("s-0-y-0-a-0", "s-1-y-0-a-0");
  }

  @Test
  void another_clique_is_measured_without_making_any_pod_again() {
    fixture.settle();
    Set<String> before = uids();

    measure("c");
    fixture.settle();

    assertThat(found(selectorOf("s-0-x")))
        .containsExactly("s-0-x-0-c-0", "s-0-x-1-c-0", "s-0-x-2-c-0");
    assertThat(uids()).isEqualTo(before);
  }

  @Test
  void pods_from_before_are_marked_as_they_run() {
    fixture.settle();
    Set<String> before = uids();
    Stream.of(Labels.SCALE_UNIT, Labels.SET_SCALE_UNIT)
        .forEach(mark ->
            fixture
                .cluster
                .all(Pod.class)
                .toList()
                .forEach(pod ->
                    fixture.cluster.change(
                        pod,
                        running ->
                            new PodBuilder(running)
                                .editMetadata()
                                .removeFromLabels(mark)
                                .endMetadata()
                                .build())));
    assertThat(found(selectorOf("s-0-x"))).isEmpty();

    fixture.settle();

    assertThat(found(selectorOf("s-0-x"))).hasSize(3);
    assertThat(found(fixture.status().hpaPodSelector())).hasSize(2);
    assertThat(uids()).isEqualTo(before);
  }
}
