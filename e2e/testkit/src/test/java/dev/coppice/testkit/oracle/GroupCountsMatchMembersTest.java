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
          + "coppice.dev/scale-unit=true,grove.io/podcliquescalinggroup=shop-0-crew";

  private final Script script = new Script();
  private final Sketch group =
      Sketch.of("PodCliqueScalingGroup", "shop-0-crew", "g1")
          .label(Labels.PART_OF, "shop")
          .replicas(2)
          .status("selector", SELECTOR);

  GroupCountsMatchMembersTest() {
    group.spec().withArrayProperty("cliqueNames").add("lead").add("worker");
  }

  /** A member that needs two of its three pods, of which so many are like that. */
  private Sketch member(int replica, String clique, int scheduled, int ready, int updated) {
    String name = "shop-0-crew-%d-%s".formatted(replica, clique);
    Sketch member =
        Sketch.podClique(name, name)
            .ownedBy(group)
            .label(Labels.POD_TEMPLATE_HASH, "v1")
            .replicas(3);
    member.spec().put("minAvailable", 2);
    for (int i = 0; i < 3; i++) {
      Sketch pod =
          Sketch.pod(name + "-" + i, name + "-" + i, member, i)
              .label(Labels.POD_TEMPLATE_HASH, i < updated ? "v1" : "v0");
      script.added(i < ready ? pod.ready() : pod);
      if (i < scheduled) {
        script.modified(pod.boundTo("n1"));
      }
    }
    return member;
  }

  private static Sketch lying(Sketch member, int count) {
    return member
        .status("replicas", count)
        .status("scheduledReplicas", count)
        .status("readyReplicas", count)
        .status("updatedReplicas", count)
        .status("currentPodTemplateHash", "v1");
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
  void a_member_on_its_way_out_does_not_count() {
    script.added(
        reporting(1, 0, 0, 0).replicas(1),
        member(0, "lead", 2, 2, 2).terminating(),
        member(0, "worker", 2, 2, 2));

    assertThat(findings()).isEmpty();
  }

  @Test
  void members_that_report_pods_which_they_do_not_have_do_not_count() {
    script.added(
        reporting(2, 1, 1, 1),
        member(0, "lead", 2, 2, 2),
        member(0, "worker", 2, 2, 2),
        lying(member(1, "lead", 1, 1, 1), 3),
        member(1, "worker", 2, 2, 2));

    assertThat(findings()).isEmpty();
  }

  @Test
  void members_count_whose_pods_are_not_reported() {
    script.added(
        reporting(1, 0, 0, 0).replicas(1),
        lying(member(0, "lead", 2, 2, 2), 0),
        lying(member(0, "worker", 2, 2, 2), 0));

    assertThat(findings())
        .containsExactly(
            "PodCliqueScalingGroup shop-0-crew reports scheduledReplicas 0 instead of 1",
            "PodCliqueScalingGroup shop-0-crew reports availableReplicas 0 instead of 1",
            "PodCliqueScalingGroup shop-0-crew reports updatedReplicas 0 instead of 1");
  }

  @Test
  void every_false_count_is_reported() {
    script.added(reporting(3, 2, 2, 2), member(0, "lead", 2, 2, 2), member(0, "worker", 2, 2, 2));

    assertThat(findings())
        .containsExactly(
            "PodCliqueScalingGroup shop-0-crew reports replicas 3 instead of 2",
            "PodCliqueScalingGroup shop-0-crew reports scheduledReplicas 2 instead of 1",
            "PodCliqueScalingGroup shop-0-crew reports availableReplicas 2 instead of 1",
            "PodCliqueScalingGroup shop-0-crew reports updatedReplicas 2 instead of 1");
  }

  @Test
  void a_selector_of_other_pods_is_reported() {
    script.added(reporting(0, 0, 0, 0).replicas(0).status("selector", "a=b"));

    assertThat(findings())
        .containsExactly(
            "PodCliqueScalingGroup shop-0-crew reports selector a=b instead of " + SELECTOR);
  }
}
