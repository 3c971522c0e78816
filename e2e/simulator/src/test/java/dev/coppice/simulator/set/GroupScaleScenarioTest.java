package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GroupScaleScenarioTest {

  private final SetFixture fixture = new SetFixture(Workloads.TWO);

  private List<String> podgroups(String gang) {
    return fixture.gang(gang).getSpec().podgroups().stream().map(PodGroup::name).toList();
  }

  @Test
  void makes_the_cliques_and_the_gang_of_each_further_replica() {
    fixture.settle();

    fixture.scaleGroup("workload2-0-sg-x", 4);
    fixture.settle();

    assertThat(fixture.names(PodClique.class)).hasSize(9);
    assertThat(fixture.names(PodGang.class))
        .containsExactly(
            "workload2-0", "workload2-0-sg-x-0", "workload2-0-sg-x-1", "workload2-0-sg-x-2");
    assertThat(fixture.names(Pod.class)).hasSize(18);
    assertThat(fixture.group("workload2-0-sg-x").statusOrEmpty())
        .returns(4, PodCliqueScalingGroupStatus::replicas)
        .returns(4, PodCliqueScalingGroupStatus::availableReplicas)
        .returns(4, PodCliqueScalingGroupStatus::scheduledReplicas)
        .returns(4, PodCliqueScalingGroupStatus::updatedReplicas);
  }

  @Test
  void removes_the_replicas_with_the_highest_indices_and_leaves_the_others_alone() {
    fixture.settle();
    fixture.scaleGroup("workload2-0-sg-x", 3);
    fixture.settle();
    List<String> before = fixture.podUids();

    fixture.scaleGroup("workload2-0-sg-x", 1);
    fixture.settle();

    assertThat(fixture.names(PodClique.class))
        .containsExactly("workload2-0-pc-a", "workload2-0-sg-x-0-pc-b", "workload2-0-sg-x-0-pc-c");
    assertThat(fixture.names(PodGang.class)).containsExactly("workload2-0");
    assertThat(before).containsAll(fixture.podUids());
    assertThat(fixture.podUids()).hasSize(6);
  }

  @Test
  void keeps_the_scale_of_a_group_when_the_template_says_otherwise() {
    fixture.settle();
    fixture.scaleGroup("workload2-0-sg-x", 3);

    fixture.scaleSet(2);
    fixture.settle();

    assertThat(fixture.group("workload2-0-sg-x").getSpec().replicas()).isEqualTo(3);
    assertThat(fixture.group("workload2-1-sg-x").getSpec().replicas()).isEqualTo(2);
    assertThat(fixture.names(Pod.class)).hasSize(24);
    assertThat(fixture.status()).returns(2, PodCliqueSetStatus::availableReplicas);
  }

  static Stream<List<Consumer<SetFixture>>> orders() {
    Consumer<SetFixture> set = fixture -> fixture.scaleSet(2);
    Consumer<SetFixture> group = fixture -> fixture.scaleGroup("workload2-0-sg-x", 3);
    Consumer<SetFixture> clique = fixture -> fixture.scaleClique("workload2-0-pc-a", 4);
    return Stream.of(
        List.of(set, group, clique),
        List.of(set, clique, group),
        List.of(group, set, clique),
        List.of(group, clique, set),
        List.of(clique, set, group),
        List.of(clique, group, set));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void ends_the_same_whatever_is_scaled_first_while_pods_are_starting(
      List<Consumer<SetFixture>> order) {
    fixture.setPass();
    for (Consumer<SetFixture> scaling : order) {
      scaling.accept(fixture);
      fixture.groupPasses();
      fixture.setPass();
      fixture.cliquePasses();
    }

    fixture.settle();

    assertThat(fixture.names(Pod.class)).hasSize(4 + 12 + 10);
    assertThat(fixture.names(PodGang.class))
        .containsExactly(
            "workload2-0",
            "workload2-0-sg-x-0",
            "workload2-0-sg-x-1",
            "workload2-1",
            "workload2-1-sg-x-0");
    assertThat(fixture.status()).returns(2, PodCliqueSetStatus::availableReplicas);
  }

  @Test
  void shrinks_the_base_gang_with_a_group_below_its_minimum_and_grows_it_again() {
    SetFixture one = new SetFixture(Workloads.ONE);
    one.settle();

    one.scaleGroup("workload1-0-sg-x", 1);
    one.settle();

    assertThat(one.gang("workload1-0").getSpec().podgroups())
        .extracting(PodGroup::name)
        .containsExactly("workload1-0-pc-a", "workload1-0-sg-x-0-pc-b", "workload1-0-sg-x-0-pc-c");
    assertThat(one.status()).returns(1, PodCliqueSetStatus::availableReplicas);
    one.scaleGroup("workload1-0-sg-x", 3);
    one.settle();
    assertThat(one.gang("workload1-0").getSpec().podgroups()).hasSize(5);
    assertThat(one.names(PodGang.class)).containsExactly("workload1-0", "workload1-0-sg-x-0");
    assertThat(one.names(Pod.class)).hasSize(14);
  }

  @Test
  void ends_right_when_a_group_dips_below_its_minimum_before_its_gang_exists() {
    SetFixture one = new SetFixture(Workloads.ONE);
    one.setPass();
    one.scaleGroup("workload1-0-sg-x", 1);
    one.groupPasses();
    one.setPass();
    assertThat(one.gang("workload1-0").getSpec().podgroups()).hasSize(3);

    one.scaleGroup("workload1-0-sg-x", 2);
    one.settle();

    assertThat(one.gang("workload1-0").getSpec().podgroups())
        .hasSize(5)
        .allMatch(group -> group.podReferences().size() == group.minReplicas());
    assertThat(one.names(Pod.class)).hasSize(10);
    assertThat(one.status()).returns(1, PodCliqueSetStatus::availableReplicas);
  }

  @Test
  void holds_nothing_but_the_standalone_cliques_while_the_group_is_at_zero() {
    fixture.settle();

    fixture.scaleGroup("workload2-0-sg-x", 0);
    fixture.settle();

    assertThat(podgroups("workload2-0")).containsExactly("workload2-0-pc-a");
    assertThat(
            Conditions.isTrue(
                fixture.group("workload2-0-sg-x").statusOrEmpty().conditions(),
                ConditionTypes.AVAILABLE))
        .isTrue();
    assertThat(fixture.status()).returns(1, PodCliqueSetStatus::availableReplicas);
  }

  @Test
  void removes_everything_of_a_set_replica_that_is_scaled_in() {
    fixture.scaleSet(2);
    fixture.settle();

    fixture.scaleSet(1);
    fixture.settle();

    assertThat(fixture.names(PodCliqueScalingGroup.class)).containsExactly("workload2-0-sg-x");
    assertThat(fixture.names(PodGang.class)).containsExactly("workload2-0", "workload2-0-sg-x-0");
    assertThat(fixture.names(PodClique.class)).hasSize(5);
    assertThat(fixture.names(Pod.class)).hasSize(10);
  }

  @Test
  void removes_a_group_that_the_template_names_no_more() {
    fixture.settle();

    fixture.changeSet(set ->
        SetFixture.withSpec(
            set,
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .template(
                    PodCliqueSetTemplateBuilder.builder(set.getSpec().template())
                        .podCliqueScalingGroups(List.of())
                        .build())
                .build()));
    fixture.settle();

    assertThat(fixture.names(PodCliqueScalingGroup.class)).isEmpty();
    assertThat(fixture.names(PodClique.class))
        .containsExactly("workload2-0-pc-a", "workload2-0-pc-b", "workload2-0-pc-c");
    assertThat(fixture.names(PodGang.class)).containsExactly("workload2-0");
  }

  @Test
  void makes_a_deleted_group_again_with_the_replicas_of_the_template() {
    fixture.settle();
    fixture.scaleGroup("workload2-0-sg-x", 3);
    fixture.settle();

    fixture.cluster.delete(fixture.group("workload2-0-sg-x"));
    fixture.settle();

    assertThat(fixture.group("workload2-0-sg-x").getSpec().replicas()).isEqualTo(2);
    assertThat(fixture.names(PodGang.class)).containsExactly("workload2-0", "workload2-0-sg-x-0");
    assertThat(fixture.names(Pod.class)).hasSize(10);
  }

  @Test
  void makes_deleted_members_and_scaled_gangs_again() {
    fixture.settle();
    fixture.cluster.delete(fixture.clique("workload2-0-sg-x-1-pc-b"));
    fixture.cluster.delete(fixture.gang("workload2-0-sg-x-0"));

    fixture.settle();

    assertThat(fixture.names(PodClique.class)).hasSize(5);
    assertThat(podgroups("workload2-0-sg-x-0"))
        .containsExactly("workload2-0-sg-x-1-pc-b", "workload2-0-sg-x-1-pc-c");
    assertThat(fixture.names(Pod.class)).hasSize(10);
    assertThat(fixture.status()).returns(1, PodCliqueSetStatus::availableReplicas);
  }

  @Test
  void counts_a_set_replica_only_while_its_groups_have_their_minimum() {
    SetFixture one = new SetFixture(Workloads.ONE);
    one.settle();
    one.scaleClique("workload1-0-sg-x-1-pc-b", 0);
    one.settle();
    assertThat(one.status()).returns(1, PodCliqueSetStatus::availableReplicas);

    one.cluster
        .all(Pod.class)
        .filter(pod -> pod.getMetadata().getName().startsWith("workload1-0-sg-x-1-pc-c"))
        .findFirst()
        .ifPresent(one.nodes::stall);
    one.cliquePasses();
    one.groupPasses();
    one.setPass();

    assertThat(one.group("workload1-0-sg-x").statusOrEmpty().availableReplicas()).isEqualTo(1);
    assertThat(one.status()).returns(0, PodCliqueSetStatus::availableReplicas);
  }
}
