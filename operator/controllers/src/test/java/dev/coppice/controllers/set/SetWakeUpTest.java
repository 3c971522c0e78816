package dev.coppice.controllers.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.status.LastErrorBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SetWakeUpTest {

  @Test
  void wakes_when_a_clique_counts_differently() {
    PodClique now = clique(status -> status.readyReplicas(1));

    assertThat(SetUpdateFilters.podClique(now, clique(status -> status))).isTrue();
  }

  @Test
  void sleeps_on_when_a_clique_only_reports_errors() {
    PodClique now =
        clique(status ->
            status.lastErrors(
                List.of(
                    LastErrorBuilder.builder()
                        .code("ERR")
                        .description("quota")
                        .observedAt(Instant.EPOCH)
                        .build())));

    assertThat(SetUpdateFilters.podClique(now, clique(status -> status))).isFalse();
  }

  @Test
  void wakes_when_a_group_counts_differently() {
    assertThat(SetUpdateFilters.scalingGroup(group(1, 1), group(1, 0))).isTrue();
  }

  @Test
  void wakes_when_a_group_is_scaled() {
    assertThat(SetUpdateFilters.scalingGroup(group(2, 1), group(1, 1))).isTrue();
  }

  @Test
  void sleeps_on_when_an_autoscaler_only_measures() {
    assertThat(SetUpdateFilters.autoscaler(autoscaler(3, 80), autoscaler(3, 20))).isFalse();
  }

  @Test
  void wakes_when_somebody_changes_an_autoscaler() {
    assertThat(SetUpdateFilters.autoscaler(autoscaler(4, 20), autoscaler(3, 20))).isTrue();
  }

  @Test
  void sleeps_on_when_a_gang_only_names_other_pods() {
    assertThat(SetUpdateFilters.podGang(gang("pod-b", 1), gang("pod-a", 1))).isFalse();
  }

  @Test
  void wakes_when_a_gang_needs_another_number_of_pods() {
    assertThat(SetUpdateFilters.podGang(gang("pod-a", 2), gang("pod-a", 1))).isTrue();
  }

  private static PodClique clique(UnaryOperator<PodCliqueStatusBuilder> status) {
    PodClique clique = new PodClique();
    clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).build());
    clique.setStatus(status.apply(PodCliqueStatusBuilder.builder().replicas(2)).build());
    return clique;
  }

  private static PodCliqueScalingGroup group(long generation, int available) {
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.getMetadata().setGeneration(generation);
    group.setStatus(
        PodCliqueScalingGroupStatusBuilder.builder().availableReplicas(available).build());
    return group;
  }

  private static HorizontalPodAutoscaler autoscaler(int atMost, int utilization) {
    return new HorizontalPodAutoscalerBuilder()
        .withNewMetadata()
        .withName("x-0-g")
        .endMetadata()
        .withNewSpec()
        .withMaxReplicas(atMost)
        .endSpec()
        .withNewStatus()
        .addNewCurrentMetric()
        .withNewResource()
        .withNewCurrent()
        .withAverageUtilization(utilization)
        .endCurrent()
        .endResource()
        .endCurrentMetric()
        .endStatus()
        .build();
  }

  private static PodGang gang(String pod, int minimum) {
    PodGang gang = new PodGang();
    gang.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(
                List.of(
                    PodGroupBuilder.builder()
                        .name("x-0-w")
                        .minReplicas(minimum)
                        .podReferences(List.of(new NamespacedName("ns", pod)))
                        .build()))
            .build());
    return gang;
  }
}
