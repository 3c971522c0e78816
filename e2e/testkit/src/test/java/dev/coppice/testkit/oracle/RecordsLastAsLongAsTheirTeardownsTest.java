package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordsLastAsLongAsTheirTeardownsTest {

  private static final String START = "12:00:00";
  private static final String RECORD = "the record of PodCliqueSet web about replica 0 ";

  private final Script script = new Script();
  private final Sketch set = Sketch.of("PodCliqueSet", "web", "s");
  private final Sketch group = Sketch.of("PodCliqueScalingGroup", "web-0-a", "g");
  private final Sketch router = podClique("web-0-router", "r1");
  private final Sketch worker = podClique("web-0-worker", "w1");

  private List<String> findings() {
    return new RecordsLastAsLongAsTheirTeardowns()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  private static Sketch opened(Sketch owner, Sketch... cliques) {
    return owner.teardown(0, START, List.of(), cliques);
  }

  private static Sketch gone(Sketch owner, Sketch... cliques) {
    return owner.teardown(0, START, List.of("goneAt"), cliques);
  }

  private static Sketch completed(Sketch owner) {
    return owner.teardown(0, START, List.of("goneAt", "completedAt"));
  }

  private void started() {
    script.added(set, router, worker).modified(opened(set, router, worker));
  }

  @Test
  void a_record_may_go_when_it_was_completed() {
    started();
    script
        .modified(router.terminating())
        .deleted(router, worker)
        .modified(gone(set, router, worker))
        .added(podClique("web-0-router", "r2"), podClique("web-0-worker", "w2"))
        .modified(completed(set))
        .modified(set.withoutTeardowns());

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_record_of_what_is_wanted_no_more_may_be_completed_at_once() {
    started();
    script.modified(set.teardown(0, START, List.of("completedAt")));

    assertThat(findings()).isEmpty();
  }

  @Test
  void an_owner_may_go_with_its_open_record() {
    started();
    script.deleted(set).added(Sketch.of("PodCliqueSet", "web", "s2"));

    assertThat(findings()).isEmpty();
  }

  @Test
  void an_open_record_that_is_dropped_is_reported_once() {
    started();
    script.modified(set.withoutTeardowns()).modified(set);

    assertThat(findings()).containsExactly(RECORD + "was dropped");
  }

  @Test
  void an_open_record_that_gives_way_to_a_later_one_is_reported() {
    started();
    script.modified(set.teardown(0, "12:00:02", List.of(), router, worker));

    assertThat(findings()).containsExactly(RECORD + "was dropped");
  }

  @Test
  void an_open_record_that_gives_way_to_one_of_another_replica_is_reported() {
    started();
    script.modified(set.teardown(1, START, List.of(), router, worker));

    assertThat(findings()).containsExactly(RECORD + "was dropped");
  }

  @Test
  void an_open_record_of_a_group_that_is_dropped_is_reported() {
    script.added(group, worker).modified(opened(group, worker)).modified(group.withoutTeardowns());

    assertThat(findings())
        .containsExactly("the record of PodCliqueScalingGroup web-0-a about replica 0 was dropped");
  }

  @Test
  void a_list_that_changes_is_reported() {
    script
        .added(set, router, worker)
        .modified(opened(set, router))
        .modified(opened(set, router, worker));

    assertThat(findings()).containsExactly(RECORD + "lists others than before");
  }

  @Test
  void a_list_that_shrinks_when_all_is_gone_is_reported() {
    started();
    script.deleted(router, worker).modified(gone(set, router));

    assertThat(findings()).containsExactly(RECORD + "lists others than before");
  }

  @Test
  void a_clique_that_only_terminates_when_the_record_says_that_all_is_gone_is_reported() {
    started();
    script.deleted(router).modified(worker.terminating()).modified(gone(set, router, worker));

    assertThat(findings())
        .containsExactly(RECORD + "says that all is gone while web-0-worker is there");
  }

  @Test
  void a_clique_that_is_there_when_the_record_is_completed_is_reported() {
    started();
    script.deleted(router).modified(completed(set));

    assertThat(findings())
        .containsExactly(RECORD + "says that all is gone while web-0-worker is there");
  }

  @Test
  void a_record_that_is_opened_with_all_gone_is_reported_for_what_is_there() {
    script.added(set, router).modified(gone(set, router, worker)).modified(set);

    assertThat(findings())
        .containsExactly(RECORD + "says that all is gone while web-0-router is there");
  }

  @Test
  void cliques_that_were_never_seen_are_not_missed() {
    script.added(set).modified(opened(set, router)).modified(gone(set, router));

    assertThat(findings()).isEmpty();
  }

  @Test
  void nothing_is_said_of_records_where_a_completion_may_have_been_missed() {
    started();
    script
        .missing("PodCliqueSet", () -> script.deleted(router, worker))
        .listed(set.withoutTeardowns());

    assertThat(findings()).isEmpty();
  }

  @Test
  void nothing_is_said_of_cliques_whose_end_may_have_been_missed() {
    started();
    script
        .deleted(router)
        .missing("PodClique", () -> script.modified(gone(set, router, worker)))
        .deleted(worker);

    assertThat(findings()).isEmpty();
  }
}
