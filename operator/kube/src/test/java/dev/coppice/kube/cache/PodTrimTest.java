package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

/** What is left of a pod by which its end is judged. */
class PodTrimTest {

  private static Pod trimmed(String labels, String spec, String status) {
    Pod pod =
        Serialization.unmarshal(
            """
            metadata: {name: a, namespace: n, resourceVersion: '7', labels: {%s},
              ownerReferences: [{apiVersion: grove.io/v1alpha1, kind: PodClique, name: c, uid: u, controller: true}]}
            spec: {%s}
            status: {%s}
            """
                .formatted(labels, spec, status),
            Pod.class);
    CacheTransform.apply(pod, false);
    return pod;
  }

  @Test
  void keeps_which_containers_the_kubelet_starts_again_and_which_are_sidecars() {
    String spec =
        """
        restartPolicy: Never,
        initContainers: [{name: i, image: x}, {name: s, image: x, restartPolicy: Always}],
        containers: [{name: m, image: x}, {name: r, image: x, restartPolicy: Never,
          restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]}]\
        """;
    String kept =
        """
        initContainers: [{name: s, restartPolicy: Always}]
        containers: [{name: r, restartPolicy: Never,
          restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]}]
        """;

    assertThat(trimmed("grove.io/restart-attempt: '0'", spec, "").getSpec())
        .isEqualTo(Serialization.unmarshal("restartPolicy: Never\n" + kept, PodSpec.class));
    assertThat(trimmed("a: b", spec, "").getSpec())
        .isEqualTo(Serialization.unmarshal(kept, PodSpec.class));
  }

  @Test
  void keeps_when_a_container_failed_so_that_the_first_can_be_told() {
    Pod pod =
        trimmed(
            "a: b",
            "",
            """
            containerStatuses: [
              {name: a, state: {terminated: {exitCode: 7, finishedAt: '2026-01-01T00:00:02Z'}}},
              {name: b, state: {terminated: {exitCode: 0, finishedAt: '2026-01-01T00:00:03Z'}}}]
            """);

    assertThat(pod.getStatus().getContainerStatuses())
        .extracting(status -> status.getState().getTerminated().getFinishedAt())
        .containsExactly("2026-01-01T00:00:02Z", null);
  }
}
