package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangMap;
import dev.coppice.api.gang.PodGangMapSpec;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiPodGroup;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A set whose PodGangs another operator has named after epochs, with pods that go by these. */
class ForeignGangScenarioTest {

  private static final String SET =
      """
      metadata: {name: s}
      spec:
        replicas: 1
        template:
          cliques:
          - {name: a, spec: {replicas: 3, minAvailable: 2, podSpec: {containers: [{name: c, image: old}]}}}
      """;

  private static final String EPOCH = "1788533963425275530";
  private static final String FOREIGN = "s-0-" + EPOCH;
  private static final String BY_LABEL = Labels.POD_GANG;

  private SetFixture fixture = new SetFixture(SET);

  ForeignGangScenarioTest() {
    fixture.settle();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        BY_LABEL,
        "pod-group-name",
        "scheduling.k8s.io/group-name",
        "scheduling.volcano.sh/group-name"
      })
  void it_holds_what_goes_by_it_until_the_last_of_that_has_gone(String key) {
    handOver(key);
    List<String> pods = fixture.podUids();

    fixture.settle();

    assertThat(fixture.podUids()).isEqualTo(pods);
    assertThat(minimum("s-0")).as("of ours, without three that are held").isZero();
    assertThat(references("s-0")).isEmpty();
    assertThat(references(FOREIGN)).hasSize(3);
    assertThat(minimum(FOREIGN)).isEqualTo(2);
    assertThat(fixture.cluster.all(PodGangMap.class)).hasSize(1);

    replaceOne();
    assertThat(minimum(FOREIGN)).isEqualTo(2);
    assertThat(minimum("s-0")).isZero();
    assertThat(references("s-0")).hasSize(1);

    replaceOne();
    assertThat(references(FOREIGN)).hasSize(1);
    assertThat(minimum(FOREIGN)).isOne();
    assertThat(minimum("s-0")).isOne();
    assertThat(fixture.cluster.all(PodGangMap.class)).hasSize(1);

    replaceOne();
    assertThat(fixture.names(PodGang.class)).containsExactly("s-0");
    assertThat(minimum("s-0")).isEqualTo(2);
    assertThat(references("s-0")).hasSize(3);
    assertThat(fixture.cluster.all(PodGangMap.class)).isEmpty();
  }

  @Test
  void it_goes_with_a_replica_that_is_scaled_in() {
    handOver(BY_LABEL);
    fixture.settle();

    fixture.scaleSet(0);
    fixture.settle();

    assertThat(fixture.podUids()).isEmpty();
    assertThat(fixture.cluster.all(PodGang.class)).isEmpty();
    assertThat(fixture.cluster.all(PodGangMap.class)).isEmpty();
  }

  @Test
  void one_that_claims_pods_which_go_by_none_goes_with_its_map() {
    handOver("example.com/unread");

    fixture.settle();

    assertThat(fixture.names(PodGang.class)).containsExactly("s-0");
    assertThat(minimum("s-0")).isEqualTo(2);
    assertThat(fixture.cluster.all(PodGangMap.class)).isEmpty();
  }

  @Test
  void its_pod_group_of_kai_stays_with_it_and_asks_for_what_is_left() {
    SchedulerBackend kai = new KaiScheduler();
    fixture =
        new SetFixture(
            TestYaml.read(
                SET.replace("{name: s}", "{name: s, labels: {kai.scheduler/queue: q}}"),
                PodCliqueSet.class),
            AdmissionSettings.standard(),
            new SchedulerBackends(List.of(kai), kai));
    fixture.settle();
    handOver("pod-group-name");

    fixture.settle();
    assertThat(minMember(FOREIGN)).isEqualTo(2);
    assertThat(minMember("s-0")).isZero();

    replaceOne();
    replaceOne();
    assertThat(minMember(FOREIGN)).isOne();
    assertThat(minMember("s-0")).isOne();

    replaceOne();
    assertThat(fixture.names(KaiPodGroup.class)).containsExactly("s-0");
    assertThat(minMember("s-0")).isEqualTo(2);
  }

  private int minMember(String group) {
    return Objects.requireNonNull(
        fixture
            .cluster
            .find(KaiPodGroup.class, SetFixture.NAMESPACE, group)
            .orElseThrow()
            .getSpec()
            .minMember());
  }

  /** The oldest pod of the other operator fails, and is made again. */
  private void replaceOne() {
    fixture
        .cluster
        .all(Pod.class)
        .filter(pod -> PodState.of(pod).live())
        .filter(pod -> references(FOREIGN).contains(pod.getMetadata().getName()))
        .findFirst()
        .ifPresent(fixture.cluster::delete);
    fixture.settle();
  }

  private void handOver(String key) {
    PodGang ours = gang("s-0");
    List<String> names = fixture.names(Pod.class);
    fixture.cluster.delete(ours);
    PodGang foreign = new PodGang();
    foreign.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(SetFixture.NAMESPACE)
            .withName(FOREIGN)
            .withLabels(
                Map.of(
                    Labels.MANAGED_BY,
                    Labels.MANAGER,
                    Labels.PART_OF,
                    "s",
                    Labels.SET_REPLICA_INDEX,
                    "0",
                    "grove.io/epoch",
                    EPOCH,
                    "grove.io/podgang-role",
                    "Anchor"))
            .withOwnerReferences(Ownership.controllerReference(fixture.set()))
            .build());
    foreign.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(
                List.of(
                    new PodGroup(
                        "s-0-a",
                        names.stream()
                            .map(name -> new NamespacedName(SetFixture.NAMESPACE, name))
                            .toList(),
                        2,
                        null)))
            .build());
    fixture.cluster.create(foreign);
    PodGangMap map = new PodGangMap();
    map.setMetadata(
        new ObjectMetaBuilder(foreign.getMetadata()).withName("s-0").withUid(null).build());
    map.setSpec(new PodGangMapSpec(0, List.of()));
    fixture.cluster.create(map);
    fixture
        .cluster
        .all(Pod.class)
        .toList()
        .forEach(pod -> fixture.cluster.change(pod, found -> goingBy(found, key)));
  }

  private static Pod goingBy(Pod pod, String key) {
    if (!key.equals(BY_LABEL)) {
      return new PodBuilder(pod)
          .editMetadata()
          .addToAnnotations(key, FOREIGN)
          .endMetadata()
          .build();
    }
    Map<String, String> labels = new TreeMap<>(pod.getMetadata().getLabels());
    labels.put(key, FOREIGN);
    return new PodBuilder(pod).editMetadata().withLabels(labels).endMetadata().build();
  }

  private PodGang gang(String name) {
    return fixture.cluster.find(PodGang.class, SetFixture.NAMESPACE, name).orElseThrow();
  }

  private int minimum(String name) {
    return gang(name).getSpec().podgroups().getFirst().minReplicas();
  }

  private List<String> references(String name) {
    return gang(name).getSpec().podgroups().getFirst().podReferences().stream()
        .map(NamespacedName::name)
        .collect(Collectors.toList());
  }
}
