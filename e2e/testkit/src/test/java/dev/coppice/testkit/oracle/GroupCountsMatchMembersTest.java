package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupCountsMatchMembersTest {

  private static final String SELECTOR =
      "app.kubernetes.io/managed-by=grove-operator,app.kubernetes.io/part-of=shop,"
          + "grove.io/podcliquescalinggroup=shop-0-crew";

  private final Script script = new Script();
  private final Sketch group =
      Sketch.of("PodCliqueScalingGroup", "shop-0-crew", "g1")
          .label(Labels.PART_OF, "shop")
          .replicas(2)
          .status("selector", SELECTOR);

  GroupCountsMatchMembersTest() {
    group.spec().withArrayProperty("cliqueNames").add("lead").add("worker");
  }

  /** A member that needs two of its three pods. */
  private Sketch member(int replica, String clique, int scheduled, int ready, int updated) {
    String name = "shop-0-crew-%d-%s".formatted(replica, clique);
    Sketch member =
        Sketch.podClique(name, name)
            .ownedBy(group)
            .label(Labels.POD_TEMPLATE_HASH, "v1")
            .replicas(3)
            .status("scheduledReplicas", scheduled)
            .status("readyReplicas", ready)
            .status("updatedReplicas", updated)
            .status("currentPodTemplateHash", "v1");
    member.spec().put("minAvailable", 2);
    return member;
  }

  private Sketch reporting(int replicas, int scheduled, int available, int updated) {
    return group
        .status("replicas", replicas)
        .status("scheduledReplicas", scheduled)
        .status("availableReplicas", available)
        .status("updatedReplicas", updated);
  }

  private List<String> findings() {
    return new GroupCountsMatchMembers()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "3, 3, 3, 2, 2, 2",
    "2, 2, 2, 2, 2, 2",
    "3, 3, 1, 2, 2, 1",
    "3, 1, 3, 2, 1, 1",
    "1, 1, 1, 1, 1, 1",
  })
  void replicas_count_when_all_members_have_their_minimum(
      int scheduledPods,
      int readyPods,
      int updatedPods,
      int scheduled,
      int available,
      int updated) {
    script.added(
        reporting(2, scheduled, available, updated),
        member(0, "lead", 2, 2, 2),
        member(0, "worker", 2, 2, 2),
        member(1, "lead", scheduledPods, readyPods, updatedPods),
        member(1, "worker", 3, 3, 3));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_replica_without_one_of_its_members_does_not_count() {
    script.added(
        reporting(2, 1, 1, 1),
        member(0, "lead", 2, 2, 2),
        member(0, "worker", 2, 2, 2),
        member(1, "lead", 2, 2, 2));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_member_of_an_earlier_group_of_the_name_does_not_count() {
    script.added(
        reporting(2, 0, 0, 0).replicas(1).status("replicas", 1),
        member(0, "lead", 2, 2, 2),
        member(0, "worker", 2, 2, 2).ownedBy(Sketch.of("PodCliqueScalingGroup", "old", "g0")));

    assertThat(findings()).isEmpty();
  }

  @Test
  void pods_counted_against_another_template_are_not_updated() {
    script.added(
        reporting(1, 1, 1, 0).replicas(1),
        member(0, "lead", 2, 2, 2).status("currentPodTemplateHash", "v0"),
        member(0, "worker", 2, 2, 2));

    assertThat(findings()).isEmpty();
  }

  @Test
  void every_false_count_is_reported() {
    script.added(reporting(3, 2, 2, 2), member(0, "lead", 2, 2, 2), member(0, "worker", 2, 2, 2));

    assertThat(findings())
        .containsExactly(
            "scaling group shop-0-crew reports 3 replicas, its members make it 2",
            "scaling group shop-0-crew reports 2 scheduledReplicas, its members make it 1",
            "scaling group shop-0-crew reports 2 availableReplicas, its members make it 1",
            "scaling group shop-0-crew reports 2 updatedReplicas, its members make it 1");
  }

  @Test
  void a_selector_of_other_pods_is_reported() {
    script.added(reporting(0, 0, 0, 0).replicas(0).status("selector", "a=b"));

    assertThat(findings()).containsExactly("scaling group shop-0-crew reports the selector 'a=b'");
  }
}
