package dev.coppice.kube.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.workload.GangTrial;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.core.scheduler.workload.PlacedGroupSpec;
import io.fabric8.kubernetes.api.model.APIResourceBuilder;
import io.fabric8.kubernetes.api.model.APIResourceListBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient
class GangProbeTest {

  private static final String API = "/apis/scheduling.k8s.io/v1alpha2";
  private static final String GROUPS = API + "/namespaces/here/podgroups?dryRun=All";
  private static final String PODS = "/api/v1/namespaces/here/pods?dryRun=All";

  private KubernetesMockServer server;
  private KubernetesClient client;

  private SchedulerBackend look() {
    return new GangProbe(client, "here").look();
  }

  private void serve(String resource) {
    server
        .expect()
        .get()
        .withPath(API)
        .andReturn(
            200,
            new APIResourceListBuilder()
                .withGroupVersion("scheduling.k8s.io/v1alpha2")
                .addToResources(new APIResourceBuilder().withName(resource).build())
                .build())
        .always();
  }

  private void give(String path, Object answer) {
    server.expect().post().withPath(path).andReturn(201, answer).always();
  }

  private static Pod withoutGroup() {
    Pod pod = GangTrial.pod("here");
    pod.getSpec().getAdditionalProperties().clear();
    return pod;
  }

  @Test
  void a_cluster_that_keeps_all_that_is_needed_places_gangs() {
    serve("podgroups");
    give(GROUPS, GangTrial.group("here"));
    give(PODS, GangTrial.pod("here"));

    SchedulerBackend scheduler = look();

    assertThat(scheduler.gangs().isGiven()).isTrue();
    assertThat(scheduler.kinds()).containsExactly(PlacedGroup.class);
    assertThat(scheduler.topologies().isByPlacement()).isTrue();
  }

  @Test
  void a_cluster_that_drops_topologies_places_gangs_without_them() {
    serve("podgroups");
    give(GROUPS, withoutTopology());
    give(PODS, GangTrial.pod("here"));

    SchedulerBackend scheduler = look();

    assertThat(scheduler.gangs().isGiven()).isTrue();
    assertThat(scheduler.topologies().isByPlacement()).isFalse();
    assertThat(scheduler.topologies().message())
        .isEqualTo(
            "the API server drops the topology of PodGroups (feature gate"
                + " TopologyAwareWorkloadScheduling)");
  }

  private static PlacedGroup withoutTopology() {
    PlacedGroup group = GangTrial.group("here");
    group.setSpec(new PlacedGroupSpec(group.getSpec().schedulingPolicy(), null, null));
    return group;
  }

  @Test
  void a_cluster_that_does_not_serve_pod_groups_says_how_to_switch_them_on() {
    SchedulerBackend scheduler = look();

    assertThat(scheduler.gangs().isGiven()).isFalse();
    assertThat(scheduler.gangs().reason()).isEqualTo("GangSchedulingOff");
    assertThat(scheduler.gangs().message())
        .startsWith(
            "the API server does not serve podgroups in scheduling.k8s.io/v1alpha2"
                + " (--runtime-config=scheduling.k8s.io/v1alpha2=true); therefore default-scheduler"
                + " places pods one by one");
    assertThat(scheduler.kinds()).isEmpty();
  }

  @Test
  void a_gate_that_is_off_shows_in_what_is_dropped() {
    serve("podgroups");
    give(GROUPS, GangTrial.group("here"));
    give(PODS, withoutGroup());

    assertThat(look().gangs().message())
        .startsWith(
            "the API server drops the schedulingGroup of pods (feature gate GenericWorkload);");
  }

  @Test
  void a_refusal_is_told_in_its_words() {
    serve("podgroups");
    server
        .expect()
        .post()
        .withPath(GROUPS)
        .andReturn(403, new StatusBuilder().withCode(403).withMessage("not here").build())
        .always();

    assertThat(look().gangs().message())
        .contains("the API server refuses to try it")
        .contains("not here");
  }

  @Test
  void silence_is_no_answer() {
    try (KubernetesClient nobody =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(client.getConfiguration())
                    .withMasterUrl("https://127.0.0.1:1")
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build()) {
      GangProbe probe = new GangProbe(nobody, "here");

      assertThatThrownBy(probe::look).isInstanceOf(KubernetesClientException.class);
    }
  }
}
