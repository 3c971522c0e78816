package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.object.ResourceAmounts;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodRequestsTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nothing is asked for            | containers: [{name: a}] | {}
          containers together             | containers: [{name: a, resources: {requests: {cpu: 1, memory: 1Gi}}}, {name: b, resources: {requests: {cpu: 500m}}}] | {cpu=1500m, memory=1Gi}
          a limit alone                   | containers: [{name: a, resources: {limits: {nvidia.com/gpu: 8}, requests: {cpu: 2}}}] | {cpu=2, nvidia.com/gpu=8}
          a request below its limit       | containers: [{name: a, resources: {limits: {cpu: 4}, requests: {cpu: 2}}}] | {cpu=2}
          more while it starts            | {containers: [{name: a, resources: {requests: {cpu: 1}}}], initContainers: [{name: i, resources: {requests: {cpu: 3}}}]} | {cpu=3}
          less while it starts            | {containers: [{name: a, resources: {requests: {cpu: 1}}}], initContainers: [{name: i, resources: {requests: {cpu: 500m}}}]} | {cpu=1}
          a sidecar                       | {containers: [{name: a, resources: {requests: {cpu: 1}}}], initContainers: [{name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}]} | {cpu=2}
          a sidecar while another starts  | {containers: [{name: a, resources: {requests: {cpu: 1}}}], initContainers: [{name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}, {name: i, resources: {requests: {cpu: 3}}}]} | {cpu=4}
          one that starts before it       | {containers: [{name: a, resources: {requests: {cpu: 1}}}], initContainers: [{name: i, resources: {requests: {cpu: 2}}}, {name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}]} | {cpu=2}
          what the pod asks for as one    | {resources: {requests: {cpu: 5}}, containers: [{name: a, resources: {requests: {cpu: 1, memory: 1Gi}}}]} | {cpu=5, memory=1Gi}
          overhead                        | {overhead: {cpu: 250m}, containers: [{name: a, resources: {requests: {cpu: 1}}}]} | {cpu=1250m}
          """)
  void counts_as_schedulers_do(String story, String spec, String expected) {
    Pod pod = new PodBuilder().withSpec(TestYaml.read(spec, PodSpec.class)).build();

    assertThat(text(PodRequests.requested(pod))).isEqualTo(expected);
    assertThat(text(PodRequests.allocated(pod))).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nothing said yet          | containerStatuses: [{name: a}] | {cpu=4, nvidia.com/gpu=1} | {cpu=4, nvidia.com/gpu=1}
          not granted yet           | containerStatuses: [{name: a, allocatedResources: {cpu: 2}, resources: {requests: {cpu: 2}}}] | {cpu=4, nvidia.com/gpu=1} | {cpu=2, nvidia.com/gpu=1}
          granted, not done         | containerStatuses: [{name: a, allocatedResources: {cpu: 4}, resources: {requests: {cpu: 2}}}] | {cpu=4, nvidia.com/gpu=1} | {cpu=4, nvidia.com/gpu=1}
          given back, not done      | containerStatuses: [{name: a, allocatedResources: {cpu: 4}, resources: {requests: {cpu: 6}}}] | {cpu=6, nvidia.com/gpu=1} | {cpu=6, nvidia.com/gpu=1}
          status alone              | containerStatuses: [{name: a, resources: {requests: {cpu: 2}}}] | {cpu=4, nvidia.com/gpu=1} | {cpu=2, nvidia.com/gpu=1}
          never granted             | {containerStatuses: [{name: a, resources: {requests: {cpu: 2}}}], conditions: [{type: PodResizePending, status: 'True', reason: Infeasible}]} | {cpu=2, nvidia.com/gpu=1} | {cpu=2, nvidia.com/gpu=1}
          granted later             | {containerStatuses: [{name: a, resources: {requests: {cpu: 2}}}], conditions: [{type: PodResizePending, status: 'True', reason: Deferred}]} | {cpu=4, nvidia.com/gpu=1} | {cpu=2, nvidia.com/gpu=1}
          a sidecar that is resized | initContainerStatuses: [{name: s, resources: {requests: {nvidia.com/gpu: 3}}}] | {cpu=4, nvidia.com/gpu=3} | {cpu=4, nvidia.com/gpu=3}
          of another container      | containerStatuses: [{name: b, resources: {requests: {cpu: 9}}}] | {cpu=4, nvidia.com/gpu=1} | {cpu=4, nvidia.com/gpu=1}
          not to be read            | containerStatuses: [{name: a, allocatedResources: {cpu: 1e999999999}}] | {cpu=4, nvidia.com/gpu=1} | {cpu=4, nvidia.com/gpu=1}
          """)
  void a_resize_counts_as_far_as_it_has_come(
      String story, String status, String requested, String allocated) {
    Pod pod = resized(status);

    assertThat(text(PodRequests.requested(pod))).isEqualTo(requested);
    assertThat(text(PodRequests.allocated(pod))).isEqualTo(allocated);
  }

  private static Pod resized(String status) {
    return TestYaml.read(
        """
        spec:
          containers: [{name: a, resources: {requests: {cpu: 4}}}]
          initContainers: [{name: s, restartPolicy: Always, resources: {requests: {nvidia.com/gpu: 1}}}]
        status: {%s}
        """
            .formatted(status.replaceAll("^[{]|[}]$", "")),
        Pod.class);
  }

  @Test
  void pods_are_summed_whether_or_not_they_share_what_they_request() {
    ResourceRequirements shared =
        new ResourceRequirementsBuilder().addToRequests("cpu", new Quantity("250m")).build();
    Pod alike = new PodBuilder().withNewSpec().withResources(shared).endSpec().build();
    Pod other = TestYaml.read("{spec: {resources: {requests: {cpu: 1, memory: 1Gi}}}}", Pod.class);

    assertThat(text(PodRequests.requested(List.of(alike, other, alike, alike))))
        .isEqualTo("{cpu=1750m, memory=1Gi}");
    assertThat(text(PodRequests.allocated(List.of()))).isEqualTo("{}");
  }

  private static String text(ResourceAmounts amounts) {
    return amounts.quantities().toString();
  }
}
