package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import org.junit.jupiter.api.Test;

/** Sets from before it was refused that two of their children have one name. */
class SharedNameScenarioTest {

  private static final String BOTH_SCALE =
      """
      metadata: {name: s}
      spec:
        replicas: 1
        template:
          cliques:
          - {name: x, spec: {replicas: 1, autoScalingConfig: {maxReplicas: 3}, POD}}
          - {name: b, spec: {replicas: 1, POD}}
          podCliqueScalingGroups:
          - {name: x, cliqueNames: [b], scaleConfig: {maxReplicas: 5}}
      """
          .replace("POD", "podSpec: {containers: [{name: c, image: i}]}");

  @Test
  void run_on_and_scale_the_clique() {
    SetFixture fixture = new SetFixture(BOTH_SCALE);

    fixture.settle();

    assertThat(fixture.names(Pod.class)).hasSize(2);
    assertThat(fixture.cluster.all(HorizontalPodAutoscaler.class))
        .singleElement()
        .extracting(HorizontalPodAutoscaler::getSpec)
        .returns("PodClique", spec -> spec.getScaleTargetRef().getKind())
        .returns(3, HorizontalPodAutoscalerSpec::getMaxReplicas);
    assertThat(fixture.status().availableReplicas()).isOne();
  }
}
