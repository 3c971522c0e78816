package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.object.ResourceAmounts;
import dev.coppice.core.pod.PodRequests;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What queues count of a pod is left of it, and no more. */
class PodTrimRequestsTest {

  private static Pod pod(String spec, String status) {
    return Serialization.unmarshal(
        """
        metadata: {name: p, labels: {}}
        spec: {%s}
        status: {%s}
        """
            .formatted(spec, status == null ? "" : status),
        Pod.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          containers: [{name: a}] |
          containers: [{name: a, resources: {requests: {cpu: 250m}}}, {name: b, resources: {limits: {nvidia.com/gpu: 8}}}] |
          'overhead: {memory: 120Mi}, containers: [{name: a, resources: {requests: {cpu: 1}}}], initContainers: [{name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}, {name: i, resources: {requests: {cpu: 3}}}]' |
          'nodeName: n, containers: [{name: a, resources: {requests: {cpu: 4, memory: 1Gi}}}]' | containerStatuses: [{name: a, allocatedResources: {cpu: 2, memory: 1Gi}, resources: {requests: {cpu: 2}}}]
          'nodeName: n, containers: [{name: a, resources: {requests: {cpu: 2}}}]' | containerStatuses: [{name: a, resources: {requests: {cpu: 4}}}]
          'nodeName: n, containers: [{name: a, resources: {requests: {cpu: 4}}}]' | 'containerStatuses: [{name: a, resources: {requests: {cpu: 2}}}], conditions: [{type: PodResizePending, status: "True", reason: Infeasible}]'
          """)
  void a_trimmed_pod_counts_as_the_whole_one(String spec, String status) {
    Pod pod = pod(spec, status);
    ResourceAmounts requested = PodRequests.requested(pod);
    ResourceAmounts allocated = PodRequests.allocated(pod);

    PodTrim.trim(pod, true);

    assertThat(pod.getSpec().getContainers()).isEmpty();
    assertThat(PodRequests.requested(pod)).isEqualTo(requested);
    assertThat(PodRequests.allocated(pod)).isEqualTo(allocated);
  }

  @Test
  void pods_that_request_the_same_hold_it_once() {
    Pod one = pod("containers: [{name: a, resources: {requests: {cpu: 1}}}]", null);
    Pod other = pod("containers: [{name: b, resources: {requests: {cpu: 1000m}}}]", null);

    PodTrim.trim(one, true);
    PodTrim.trim(other, true);

    assertThat(one.getSpec().getResources()).isSameAs(other.getSpec().getResources());
  }

  @Test
  void without_queues_nothing_is_left_of_what_it_requests() {
    Pod pod = pod("containers: [{name: a, resources: {requests: {cpu: 1}}}]", null);

    PodTrim.trim(pod, false);

    assertThat(pod.getSpec().getResources()).isNull();
  }
}
