package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.AutoScalingConfig;
import dev.coppice.api.set.PodCliqueScalingGroupConfigBuilder;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpecBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AutoscalersScenarioTest {

  private final SetFixture fixture =
      new SetFixture(
          """
          metadata: {name: llm}
          spec:
            replicas: 2
            template:
              cliques:
              - name: router
                spec:
                  replicas: 2
                  podSpec: {containers: [{name: c, image: i}]}
                  autoScalingConfig: {maxReplicas: 5}
              - {name: plain, spec: {podSpec: {containers: [{name: c, image: i}]}}}
              - {name: worker, spec: {podSpec: {containers: [{name: c, image: i}]}}}
              podCliqueScalingGroups:
              - name: decode
                cliqueNames: [worker]
                replicas: 1
                scaleConfig:
                  minReplicas: 1
                  maxReplicas: 4
                  metrics:
                  - type: Resource
                    resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}
          """);

  private HorizontalPodAutoscaler autoscaler(String name) {
    return fixture
        .cluster
        .find(HorizontalPodAutoscaler.class, SetFixture.NAMESPACE, name)
        .orElseThrow();
  }

  private static MetricSpec cpu(int utilization) {
    return new MetricSpecBuilder()
        .withType("Resource")
        .withNewResource()
        .withName("cpu")
        .withNewTarget()
        .withType("Utilization")
        .withAverageUtilization(utilization)
        .endTarget()
        .endResource()
        .build();
  }

  @Test
  void has_one_for_each_clique_and_each_group_that_asks_for_it() {
    fixture.setPass();

    assertThat(fixture.names(HorizontalPodAutoscaler.class))
        .containsExactly("llm-0-decode", "llm-0-router", "llm-1-decode", "llm-1-router");
    assertThat(autoscaler("llm-1-router").getMetadata().getLabels())
        .containsEntry(Labels.NAME, "llm-1-router")
        .containsEntry(Labels.COMPONENT, "pcs-hpa")
        .hasSize(4);
    assertThat(autoscaler("llm-1-router").getSpec())
        .matches(spec -> spec.getScaleTargetRef().getApiVersion().equals("grove.io/v1alpha1"))
        .matches(spec -> spec.getScaleTargetRef().getKind().equals("PodClique"))
        .matches(spec -> spec.getScaleTargetRef().getName().equals("llm-1-router"))
        .matches(spec -> spec.getMinReplicas() == 2)
        .matches(spec -> spec.getMaxReplicas() == 5)
        .matches(spec -> spec.getMetrics().isEmpty());
    assertThat(autoscaler("llm-0-decode").getSpec())
        .matches(spec -> spec.getScaleTargetRef().getKind().equals("PodCliqueScalingGroup"))
        .matches(spec -> spec.getMinReplicas() == 1)
        .matches(spec -> spec.getMetrics().equals(List.of(cpu(70))));
  }

  @Test
  void leaves_what_the_api_server_and_others_have_filled_in() {
    fixture.settle();
    fixture.cluster.change(
        autoscaler("llm-0-router"),
        seen ->
            new HorizontalPodAutoscalerBuilder(seen)
                .editMetadata()
                .addToAnnotations("seen-by", "somebody")
                .endMetadata()
                .editSpec()
                .withMetrics(cpu(80))
                .withNewBehavior()
                .withNewScaleDown()
                .withStabilizationWindowSeconds(5)
                .endScaleDown()
                .endBehavior()
                .endSpec()
                .build());
    int before = fixture.actions().size();

    fixture.setPass();

    assertThat(fixture.actionsSince(before)).isEmpty();
  }

  @Test
  void takes_back_what_somebody_changed_of_ours() {
    fixture.settle();
    fixture.cluster.change(
        autoscaler("llm-0-router"),
        seen ->
            new HorizontalPodAutoscalerBuilder(seen)
                .editSpec()
                .withMaxReplicas(100)
                .withMetrics(cpu(10))
                .endSpec()
                .build());

    fixture.setPass();

    assertThat(autoscaler("llm-0-router").getSpec().getMaxReplicas()).isEqualTo(5);
    assertThat(autoscaler("llm-0-router").getSpec().getMetrics()).isNullOrEmpty();
  }

  @Test
  void follows_the_template() {
    fixture.settle();

    scale(new AutoScalingConfig(2, 9, List.of(), null));
    fixture.setPass();

    assertThat(autoscaler("llm-1-decode").getSpec())
        .matches(spec -> spec.getMinReplicas() == 2)
        .matches(spec -> spec.getMaxReplicas() == 9);
    assertThat(fixture.group("llm-1-decode").getSpec().replicas()).isEqualTo(1);
  }

  @Test
  void removes_those_of_removed_replicas_and_of_targets_that_ask_no_more() {
    fixture.settle();
    fixture.scaleSet(1);
    scale(null);

    fixture.setPass();

    assertThat(fixture.names(HorizontalPodAutoscaler.class)).containsExactly("llm-0-router");
  }

  @Test
  void lets_an_autoscaler_keep_what_it_has_scaled() {
    fixture.settle();
    fixture.scaleGroup("llm-0-decode", 3);
    fixture.scaleClique("llm-1-router", 5);

    fixture.settle();

    assertThat(fixture.group("llm-0-decode").getSpec().replicas()).isEqualTo(3);
    assertThat(fixture.clique("llm-1-router").statusOrEmpty().readyReplicas()).isEqualTo(5);
  }

  private void scale(@Nullable AutoScalingConfig config) {
    fixture.changeSet(set -> {
      PodCliqueSetTemplate template = set.getSpec().template();
      return SetFixture.withSpec(
          set,
          PodCliqueSetSpecBuilder.builder(set.getSpec())
              .template(
                  PodCliqueSetTemplateBuilder.builder(template)
                      .podCliqueScalingGroups(
                          template.podCliqueScalingGroups().stream()
                              .map(group ->
                                  PodCliqueScalingGroupConfigBuilder.builder(group)
                                      .scaleConfig(config)
                                      .build())
                              .toList())
                      .build())
              .build());
    });
  }
}
