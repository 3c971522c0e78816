package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.pod;
import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpdateRulesTest {

  private final Script script = new Script();
  private final Sketch clique = podClique("web", "c").replicas(2);
  private final Sketch zero = pod("web-0-a", "p0", clique, 0);
  private final Sketch one = pod("web-1-a", "p1", clique, 1);
  private final Sketch newOne = pod("web-1-b", "p4", clique, 1);
  private final Sketch newZero = pod("web-0-b", "p2", clique, 0);

  private List<String> findings() {
    return Invariants.check(Invariants.UPDATE, script.recording()).stream()
        .map(Violation::finding)
        .toList();
  }

  private void started() {
    script.added(clique, zero, one).modified(zero.ready()).modified(one.ready());
  }

  private static Sketch lost(Sketch pod) {
    return pod.condition("Ready", "False", 1);
  }

  @Test
  void the_next_pod_may_go_when_the_replacement_is_ready() {
    started();
    script
        .modified(zero.ready().terminating())
        .deleted(zero)
        .added(newZero)
        .modified(newZero.ready())
        .modified(one.ready().terminating());

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_second_ready_pod_that_goes_too_early_is_reported() {
    started();
    script.modified(zero.ready().terminating()).added(newZero).modified(one.ready().terminating());

    assertThat(findings())
        .containsExactly(
            "pod web-1-a of PodClique web had to go while index 0 was missing",
            "Pod web-1-a goes: 0 other pods of PodClique web are Ready, 1 have to be");
  }

  @Test
  void a_pod_that_is_not_ready_may_go_beside_another() {
    script.added(clique, zero, one).modified(zero.ready()).modified(one.terminating());

    assertThat(findings()).isEmpty();
  }

  @Test
  void the_last_ready_pod_that_goes_is_reported() {
    script.added(clique, zero, one).modified(zero.ready());
    script.modified(zero.ready().terminating());

    assertThat(findings())
        .containsExactly("Pod web-0-a goes: 0 other pods of PodClique web are Ready, 1 have to be");
  }

  @Test
  void a_pod_may_go_that_was_not_the_last_one_two_seconds_before() {
    started();
    script.modified(lost(zero)).later(2).modified(one.ready().terminating());

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_pod_that_has_been_the_last_one_for_longer_than_a_look_may_be_old_is_reported() {
    started();
    script.modified(lost(zero)).later(3).modified(one.ready().terminating());

    assertThat(findings())
        .containsExactly("Pod web-1-a goes: 0 other pods of PodClique web are Ready, 1 have to be");
  }

  @Test
  void a_scale_out_may_not_have_been_seen_for_two_seconds() {
    started();
    script.later(9).modified(clique.replicas(4)).later(1).modified(one.ready().terminating());
    assertThat(findings()).isEmpty();

    script.deleted(one).added(newOne).modified(newOne.ready()).later(3);
    script.modified(newOne.ready().terminating());
    assertThat(findings())
        .containsExactly("Pod web-1-b goes: 1 other pods of PodClique web are Ready, 3 have to be");
  }

  @Test
  void an_index_that_is_asked_for_no_more_holds_nothing_up() {
    Sketch two = pod("web-2-a", "p3", clique, 2);
    started();
    script
        .modified(clique.replicas(3))
        .added(two)
        .modified(two.ready())
        .modified(two.ready().terminating())
        .modified(clique.replicas(2))
        .deleted(two)
        .modified(one.ready().terminating());

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_scale_in_may_take_ready_pods() {
    started();
    script
        .modified(clique.replicas(1))
        .modified(one.ready().terminating())
        .modified(zero.ready().terminating());

    assertThat(findings()).isEmpty();
  }

  @Test
  void all_pods_may_go_with_their_clique() {
    started();
    script
        .modified(clique.terminating())
        .modified(zero.ready().terminating())
        .modified(one.ready().terminating());

    assertThat(findings()).isEmpty();
  }
}
