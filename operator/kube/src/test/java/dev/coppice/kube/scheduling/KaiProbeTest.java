package dev.coppice.kube.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.kai.KaiPodGroup;
import io.fabric8.kubernetes.api.model.APIResourceBuilder;
import io.fabric8.kubernetes.api.model.APIResourceListBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnableKubernetesMockClient
class KaiProbeTest {

  private static final String GANGS = "scheduling.run.ai/v2alpha2";
  private static final String TOPOLOGIES = "kai.scheduler/v1alpha1";

  private KubernetesMockServer server;
  private KubernetesClient client;

  private void serve(String version, String resource) {
    server
        .expect()
        .get()
        .withPath("/apis/" + version)
        .andReturn(
            200,
            new APIResourceListBuilder()
                .withGroupVersion(version)
                .addToResources(new APIResourceBuilder().withName(resource).build())
                .build())
        .always();
  }

  @Test
  void a_cluster_that_has_kai_is_told_of_gangs() {
    serve(GANGS, "podgroups");

    SchedulerBackend scheduler = new KaiProbe(client).look();

    assertThat(scheduler.gangs().reason()).isEqualTo("KaiScheduler");
    assertThat(scheduler.kinds()).containsExactly(KaiPodGroup.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "queues"})
  void a_cluster_that_does_not_serve_its_pod_groups_is_not_watched_for_them(String other) {
    if (!other.isEmpty()) {
      serve(GANGS, other);
    }

    SchedulerBackend scheduler = new KaiProbe(client).look();

    assertThat(scheduler.gangs().reason()).isEqualTo("KaiNotInstalled");
    assertThat(scheduler.kinds()).isEmpty();
  }

  @Test
  void topologies_are_looked_for_by_themselves() {
    serve(TOPOLOGIES, "topologies");

    SchedulerBackend scheduler = new KaiProbe(client).look();

    assertThat(scheduler.gangs().reason()).isEqualTo("KaiNotInstalled");
    assertThat(scheduler.topologyObjects())
        .hasValueSatisfying(topologies -> assertThat(topologies.absence()).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "queues"})
  void a_cluster_that_does_not_serve_its_topologies_is_not_watched_for_them(String other) {
    serve(GANGS, "podgroups");
    if (!other.isEmpty()) {
      serve(TOPOLOGIES, other);
    }

    SchedulerBackend scheduler = new KaiProbe(client).look();

    assertThat(scheduler.gangs().reason()).isEqualTo("KaiScheduler");
    assertThat(scheduler.topologyObjects())
        .hasValueSatisfying(topologies -> assertThat(topologies.absence()).isPresent());
  }

  @ParameterizedTest
  @ValueSource(strings = {GANGS, TOPOLOGIES})
  void trouble_is_no_answer(String version) {
    server.expect().get().withPath("/apis/" + version).andReturn(403, "").always();
    KaiProbe probe = new KaiProbe(client);

    assertThatThrownBy(probe::look).isInstanceOf(KubernetesClientException.class);
  }
}
