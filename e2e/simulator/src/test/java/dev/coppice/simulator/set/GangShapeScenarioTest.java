package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.set.PodCliqueSetStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class GangShapeScenarioTest {

  private static List<Tuple> groups(SetFixture fixture, String gang) {
    return fixture.gang(gang).getSpec().podgroups().stream()
        .map(group -> tuple(group.name(), group.minReplicas()))
        .toList();
  }

  private static List<String> references(SetFixture fixture, String gang) {
    return fixture.gang(gang).getSpec().podgroups().stream()
        .flatMap(group -> group.podReferences().stream())
        .map(NamespacedName::name)
        .sorted()
        .toList();
  }

  @Test
  void puts_all_of_workload_1_into_one_gang() {
    SetFixture fixture = new SetFixture(Workloads.ONE);

    fixture.settle();

    assertThat(fixture.names(PodGang.class)).containsExactly("workload1-0");
    assertThat(groups(fixture, "workload1-0"))
        .containsExactly(
            tuple("workload1-0-pc-a", 2),
            tuple("workload1-0-sg-x-0-pc-b", 1),
            tuple("workload1-0-sg-x-0-pc-c", 3),
            tuple("workload1-0-sg-x-1-pc-b", 1),
            tuple("workload1-0-sg-x-1-pc-c", 3));
    assertThat(fixture.names(Pod.class)).hasSize(10);
  }

  @Test
  void gives_the_replica_beyond_the_minimum_of_workload_2_a_gang_of_its_own() {
    SetFixture fixture = new SetFixture(Workloads.TWO);

    fixture.settle();

    assertThat(fixture.names(PodGang.class)).containsExactly("workload2-0", "workload2-0-sg-x-0");
    assertThat(groups(fixture, "workload2-0"))
        .containsExactly(
            tuple("workload2-0-pc-a", 1),
            tuple("workload2-0-sg-x-0-pc-b", 1),
            tuple("workload2-0-sg-x-0-pc-c", 1));
    assertThat(groups(fixture, "workload2-0-sg-x-0"))
        .containsExactly(tuple("workload2-0-sg-x-1-pc-b", 1), tuple("workload2-0-sg-x-1-pc-c", 1));
    assertThat(fixture.status()).returns(1, PodCliqueSetStatus::availableReplicas);
  }

  @Test
  void names_in_every_gang_exactly_the_pods_of_its_cliques() {
    SetFixture fixture = new SetFixture(Workloads.TWO);

    fixture.settle();

    for (PodGang gang : fixture.cluster.all(PodGang.class).toList()) {
      String name = gang.getMetadata().getName();
      List<String> pods =
          fixture
              .cluster
              .all(Pod.class)
              .filter(pod -> name.equals(pod.getMetadata().getLabels().get(Labels.POD_GANG)))
              .map(pod -> pod.getMetadata().getName())
              .sorted()
              .toList();
      assertThat(references(fixture, name)).isEqualTo(pods).isNotEmpty();
    }
  }

  @Test
  void makes_no_gang_before_all_its_cliques_exist() {
    SetFixture fixture = new SetFixture(Workloads.TWO);

    fixture.setPass();

    assertThat(fixture.names(PodClique.class)).containsExactly("workload2-0-pc-a");
    assertThat(fixture.names(PodGang.class)).isEmpty();
  }

  @Test
  void makes_scaled_gangs_after_the_base_gang_they_follow() {
    SetFixture fixture = new SetFixture(Workloads.TWO);
    fixture.settle();
    fixture.cluster.all(PodGang.class).forEach(fixture.cluster::delete);
    fixture.cluster.delete(fixture.clique("workload2-0-sg-x-0-pc-b"));

    fixture.setPass();

    assertThat(fixture.names(PodGang.class)).isEmpty();
    fixture.settle();
    assertThat(fixture.names(PodGang.class)).containsExactly("workload2-0", "workload2-0-sg-x-0");
  }

  @Test
  void keeps_the_place_of_a_clique_that_is_being_made_again() {
    SetFixture fixture = new SetFixture(Workloads.ONE);
    fixture.settle();
    List<Tuple> before = groups(fixture, "workload1-0");
    fixture.cluster.delete(fixture.clique("workload1-0-sg-x-1-pc-b"));

    fixture.setPass();

    assertThat(groups(fixture, "workload1-0")).isEqualTo(before);
    fixture.settle();
    assertThat(references(fixture, "workload1-0")).isEqualTo(fixture.names(Pod.class));
  }

  @Test
  void labels_members_with_their_gang_and_those_of_scaled_gangs_with_the_base_gang_too() {
    SetFixture fixture = new SetFixture(Workloads.TWO);

    fixture.settle();

    assertThat(labels(fixture, "workload2-0-sg-x-0-pc-c"))
        .containsEntry(Labels.POD_GANG, "workload2-0")
        .containsEntry(Labels.SCALING_GROUP, "workload2-0-sg-x")
        .containsEntry(Labels.SCALING_GROUP_REPLICA_INDEX, "0")
        .doesNotContainKey(Labels.BASE_POD_GANG);
    assertThat(labels(fixture, "workload2-0-sg-x-1-pc-c"))
        .containsEntry(Labels.POD_GANG, "workload2-0-sg-x-0")
        .containsEntry(Labels.BASE_POD_GANG, "workload2-0")
        .containsEntry(Labels.SCALING_GROUP_REPLICA_INDEX, "1");
  }

  @Test
  void reports_every_gang_from_the_cliques_of_both_owners() {
    SetFixture fixture = new SetFixture(Workloads.TWO);

    fixture.settle();

    assertThat(fixture.gang("workload2-0").statusOrEmpty().phase()).isEqualTo("Running");
    assertThat(fixture.gang("workload2-0-sg-x-0").statusOrEmpty().phase()).isEqualTo("Running");
    assertThat(fixture.gang("workload2-0").statusOrEmpty().conditions())
        .extracting(condition -> condition.getType() + "=" + condition.getStatus())
        .containsExactly("Initialized=True", "Scheduled=True", "Ready=True");
  }

  @Test
  void lowers_the_minimum_of_a_member_that_is_scaled_below_it() {
    SetFixture fixture = new SetFixture(Workloads.ONE);
    fixture.settle();

    fixture.scaleClique("workload1-0-sg-x-0-pc-c", 1);
    fixture.settle();

    assertThat(fixture.gang("workload1-0").getSpec().podgroups().get(2))
        .returns("workload1-0-sg-x-0-pc-c", PodGroup::name)
        .returns(1, PodGroup::minReplicas);
  }

  private static Map<String, String> labels(SetFixture fixture, String clique) {
    return fixture.clique(clique).getMetadata().getLabels();
  }
}
