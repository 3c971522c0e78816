package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GangsNameTheirPodsTest {

  private final WholeTree tree = WholeTree.read();

  private List<String> findings() {
    return new GangsNameTheirPods()
        .check(tree.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void gangs_that_name_all_live_pods_of_their_cliques_are_in_order() {
    assertThat(findings()).isEmpty();
  }

  @Test
  void a_finding_shows_what_is_there_and_what_is_demanded() {
    tree.with("scaled", "/spec/podgroups/0/minReplicas", "3");

    assertThat(findings())
        .containsExactly(
            "PodGang shop-0-crew-0 has the groups [shop-0-crew-1-lead: 3 of [],"
                + " shop-0-crew-1-worker: 2 of []], demanded are [shop-0-crew-1-lead: 1 of [],"
                + " shop-0-crew-1-worker: 2 of []]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a group is missing; base; /spec/podgroups/2; ",
        "a group is another's; base; /spec/podgroups/2/name; shop-0-crew-1-worker",
        "a pod is missing; base; /spec/podgroups/0/podReferences/1; ",
        "a pod is another; base; /spec/podgroups/0/podReferences/0/name; shop-0-web-0-x",
        "a pod is elsewhere; base; /spec/podgroups/0/podReferences/0/namespace; prod",
        "a pod has another owner; pod-c; /metadata/ownerReferences/0/uid; lead-1",
      })
  void a_gang_of_other_groups_or_pods_is_reported(
      String what, String uid, String place, String value) {
    tree.with(uid, place, value == null ? "" : value);

    assertThat(findings()).as(what).isNotEmpty();
  }

  @Test
  void a_pod_on_its_way_out_must_not_be_named_when_all_others_are_there() {
    tree.with("web", "/spec/replicas", "1")
        .with("pod-b", "/metadata/deletionTimestamp", "2026-01-01T00:00:00Z");

    assertThat(findings()).singleElement().asString().contains("shop-0-web: 1 of [test/shop-0");
  }

  @Test
  void the_place_of_a_pod_that_is_to_come_may_be_kept() {
    tree.without("pod-b");

    assertThat(findings()).isEmpty();
  }

  @Test
  void scaled_below_its_minimum_a_clique_needs_what_it_asks_for() {
    tree.with("worker-1", "/spec/replicas", "1");

    assertThat(findings()).singleElement().asString().contains("shop-0-crew-1-worker: 1 of []");
  }

  @Test
  void a_member_that_is_missing_is_reported() {
    tree.without("worker-1");

    assertThat(findings())
        .singleElement()
        .asString()
        .contains("shop-0-crew-1-worker, which is missing");
  }

  @Test
  void a_gang_that_is_missing_is_left_to_another_rule() {
    tree.without("scaled");

    assertThat(findings()).isEmpty();
  }
}
