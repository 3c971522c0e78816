package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.pod;
import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class SingleUpdateRulesTest {

  private final Script script = new Script();
  private final Sketch router = hash(podClique("web-0-router", "r"), "old");
  private final Sketch oldPod = hash(pod("web-0-router-0-a", "p1", router, 0), "old");
  private final Sketch newPod = hash(pod("web-0-router-0-b", "p2", router, 0), "new");
  private final Sketch group = Sketch.of("PodCliqueScalingGroup", "web-0-a", "g");
  private final Sketch oldWorker = worker("w1", "old");
  private final Sketch newWorker = worker("w2", "new");

  private static Sketch hash(Sketch object, String hash) {
    return object.label(Labels.POD_TEMPLATE_HASH, hash);
  }

  private static Sketch worker(String uid, String hash) {
    return hash(podClique("web-0-a-0-worker", uid), hash).label(Labels.SCALING_GROUP, "web-0-a");
  }

  private List<String> rolling() {
    return findings(Invariants.ROLLING_RECREATE);
  }

  private List<String> onDelete() {
    return findings(Invariants.ON_DELETE);
  }

  private List<String> findings(List<Invariant> rules) {
    return Invariants.check(rules, script.recording()).stream().map(Violation::finding).toList();
  }

  private void replaceWorker(Sketch from, Sketch to, String startedAt) {
    script
        .modified(group.teardown(0, startedAt, List.of(), from))
        .deleted(from)
        .modified(group.teardown(0, startedAt, List.of("goneAt"), from))
        .added(to)
        .modified(group.teardown(0, startedAt, List.of("goneAt", "completedAt")));
  }

  @Test
  void a_pod_and_a_replica_of_a_group_that_go_once_are_fine() {
    Sketch workerPod = hash(pod("web-0-a-0-worker-0", "p3", oldWorker, 0), "old");
    script
        .added(router, oldPod, group, oldWorker, workerPod)
        .modified(hash(router, "new"))
        .modified(oldPod.terminating())
        .deleted(oldPod)
        .added(newPod);
    replaceWorker(oldWorker, newWorker, "12:00:00");
    script.modified(workerPod.terminating()).deleted(workerPod);

    assertThat(rolling()).isEmpty();
  }

  @Test
  void an_index_that_is_taken_again_for_the_same_template_is_reported() {
    Sketch again = hash(pod("web-0-router-0-c", "p4", router, 0), "old");
    script
        .added(router, oldPod)
        .modified(hash(router, "new"))
        .deleted(oldPod)
        .added(again)
        .modified(again.terminating());

    assertThat(rolling())
        .containsExactly("Pod web-0-router-0-c had to go as web-0-router-0-a before it");
  }

  @Test
  void an_index_may_be_taken_again_for_another_template() {
    script
        .added(router, oldPod)
        .modified(hash(router, "new"))
        .deleted(oldPod)
        .added(newPod)
        .modified(hash(router, "newer"))
        .modified(newPod.terminating());

    assertThat(rolling()).isEmpty();
  }

  @Test
  void a_second_index_may_be_taken_for_the_same_template() {
    Sketch other = hash(pod("web-0-router-1-a", "p5", router, 1), "old");
    script
        .added(router, oldPod, other)
        .modified(hash(router, "new"))
        .deleted(oldPod)
        .added(newPod)
        .deleted(other);

    assertThat(rolling()).isEmpty();
  }

  @Test
  void a_pod_of_the_current_template_that_goes_is_reported() {
    script.added(router, oldPod).modified(oldPod.terminating()).modified(hash(router, "new"));

    assertThat(rolling())
        .containsExactly("Pod web-0-router-0-a had to go, made from the current template old");
  }

  @Test
  void a_replica_of_a_group_that_is_replaced_by_its_like_and_once_more_is_reported() {
    Sketch again = worker("w3", "old");
    script.added(group, oldWorker);
    replaceWorker(oldWorker, again, "12:00:00");
    replaceWorker(again, newWorker, "12:00:02");

    assertThat(rolling())
        .containsExactly(
            "PodClique web-0-a-0-worker had to go, made from the current template old",
            "PodClique web-0-a-0-worker had to go as web-0-a-0-worker before it");
  }

  @Test
  void a_pod_of_a_group_that_goes_by_itself_is_reported() {
    Sketch pod = hash(pod("web-0-a-0-worker-0", "p3", oldWorker, 0), "old");
    script.added(group, oldWorker, pod).modified(pod.terminating());

    assertThat(rolling())
        .containsExactly("Pod web-0-a-0-worker-0 had to go, without its replica of the group");
  }

  @Test
  void a_clique_outside_of_groups_that_goes_is_reported() {
    script.added(router, oldPod).deleted(router, oldPod);

    assertThat(rolling())
        .containsExactly(
            "PodClique web-0-router had to go, outside of a group",
            "PodClique web-0-router goes, and no record lists it");
  }

  @Test
  void a_replica_of_a_group_that_goes_without_a_record_is_reported() {
    script.added(group, oldWorker).deleted(oldWorker).added(newWorker);

    assertThat(rolling())
        .containsExactly("PodClique web-0-a-0-worker goes, and no record lists it");
  }

  @Test
  void nothing_is_said_where_a_change_of_template_may_have_been_missed() {
    script
        .added(router, oldPod)
        .missing("PodClique", () -> script.added(newPod))
        .modified(oldPod.terminating());

    assertThat(rolling()).isEmpty();
  }

  @Test
  void a_template_that_changes_under_on_delete_is_fine() {
    script.added(router, oldPod).modified(hash(router, "new").update("12:00:00", "12:00:00"));

    assertThat(onDelete()).isEmpty();
  }

  @Test
  void a_pod_that_goes_under_on_delete_is_reported() {
    script.added(router, oldPod).modified(hash(router, "new")).modified(oldPod.terminating());

    assertThat(onDelete()).containsExactly("Pod web-0-router-0-a had to go");
  }

  @Test
  void an_update_that_ends_later_than_it_starts_under_on_delete_is_reported() {
    script
        .added(router)
        .modified(router.update("12:00:00", ""))
        .modified(router.update("12:00:00", "12:00:02"));

    assertThat(onDelete())
        .containsExactly(
            "the update of PodClique web-0-router starts at '12:00:00' and ends at ''",
            "the update of PodClique web-0-router starts at '12:00:00' and ends at '12:00:02'");
  }
}
