package dev.coppice.e2e;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests that each update a workload on nodes of their own. */
@OnCoppice
abstract class UpdateScenarios {

  private final Workload kind;
  UpdatedWorkload workload;

  UpdateScenarios(Workload kind) {
    this.kind = kind;
  }

  @BeforeEach
  void prepare(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      Recorder recorder) {
    workload = new UpdatedWorkload(kind, kubectl, client, nodes, namespace, recorder);
  }

  @AfterEach
  void removePlaces(KubernetesClient client, TestNamespace namespace) {
    OnePodNodes.deleteAll(client, namespace);
  }
}
