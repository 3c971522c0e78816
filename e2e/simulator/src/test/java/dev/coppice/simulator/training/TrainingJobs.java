package dev.coppice.simulator.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.core.status.Conditions;

/** Training jobs {@code x} of two cliques, and how they may end. */
final class TrainingJobs {

  private TrainingJobs() {}

  static String job(int replicas, String training, int pods, int minimum) {
    return job(replicas, training, pods, minimum, "0s");
  }

  static String job(int replicas, String training, int pods, int minimum, String terminationDelay) {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: x, namespace: n}
    spec:
      replicas: %d
      workloadType: Training
      trainingSpec: {%s}
      template:
        terminationDelay: %s
        cliques:
        - {name: a, spec: {replicas: %d, minAvailable: %d, podSpec: {restartPolicy: Never, containers: [{name: m, image: i}]}}}
        - {name: b, spec: {replicas: 1, minAvailable: 1, podSpec: {restartPolicy: Never, containers: [{name: m, image: i}]}}}
    """
        .formatted(replicas, training, terminationDelay, pods, minimum);
  }

  static void succeeded(TrainingWorld world, int restarts) {
    assertThat(world.status().phase()).isEqualTo(PodCliqueSetPhase.SUCCEEDED);
    assertThat(world.status().restartCount()).isEqualTo(restarts);
    assertThat(Conditions.isTrue(world.status().conditions(), ConditionTypes.COMPLETE)).isTrue();
  }

  static void failed(TrainingWorld world, String reason, int restarts) {
    assertThat(world.status().phase()).isEqualTo(PodCliqueSetPhase.FAILED);
    assertThat(world.status().restartCount()).isEqualTo(restarts);
    assertThat(Conditions.find(world.status().conditions(), ConditionTypes.FAILED))
        .hasValueSatisfying(failed -> assertThat(failed.getReason()).isEqualTo(reason));
  }
}
