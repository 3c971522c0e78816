package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.PodSpec;
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
    assertThat(PodRequests.of(TestYaml.read(spec, PodSpec.class)).quantities().toString())
        .isEqualTo(expected);
  }
}
