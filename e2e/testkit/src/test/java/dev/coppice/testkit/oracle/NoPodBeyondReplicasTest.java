package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.pod;
import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoPodBeyondReplicasTest {

  private final Script script = new Script();
  private final Sketch clique = podClique("web", "c1").replicas(1);
  private final Sketch first = pod("web-0-a", "p0", clique, 0);
  private final Sketch second = pod("web-1-a", "p1", clique, 1);

  private List<Violation> violations() {
    return new NoPodBeyondReplicas().check(script.recording());
  }

  @Test
  void as_many_pods_as_replicas_are_allowed() {
    script.added(clique.replicas(2), first, second);

    assertThat(violations()).isEmpty();
  }

  @Test
  void one_pod_more_than_replicas_is_reported() {
    script.added(clique, first, second);

    assertThat(violations())
        .singleElement()
        .extracting(Violation::finding)
        .isEqualTo("pod web-1-a was created as live pod 2 of PodClique web, which allowed 1");
  }

  @Test
  void pods_that_terminate_or_have_ended_do_not_count() {
    Sketch third = pod("web-2-a", "p2", clique, 2);
    script
        .added(clique, first)
        .modified(first.terminating())
        .added(second)
        .modified(second.phase("Failed"))
        .added(third);

    assertThat(violations()).isEmpty();
  }

  @Test
  void pods_that_are_gone_do_not_count() {
    script.added(clique, first).deleted(first).added(second);

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_create_may_cross_a_scale_in() {
    script
        .added(clique.replicas(2))
        .modified(clique.observed(1))
        .added(first)
        .modified(clique.scaled(1))
        .added(second);

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_scale_in_that_the_status_has_seen_is_in_force() {
    script
        .added(clique.replicas(2), first)
        .modified(clique.scaled(1))
        .modified(clique.observed(2))
        .added(second);

    assertThat(violations()).hasSize(1);
  }

  @Test
  void a_scale_out_counts_as_soon_as_it_is_made() {
    script.added(clique.observed(1), first).modified(clique.scaled(2)).added(second);

    assertThat(violations()).isEmpty();
  }

  @Test
  void pods_of_an_earlier_podclique_of_the_name_are_not_counted() {
    Sketch successor = podClique("web", "c2").replicas(1);
    script
        .added(clique, first)
        .deleted(clique)
        .added(successor)
        .added(pod("web-0-b", "p9", successor, 0));

    assertThat(violations()).isEmpty();
  }

  @Test
  void nothing_is_said_of_pods_whose_podclique_was_not_seen() {
    script.added(first, second);

    assertThat(violations()).isEmpty();
  }

  @Test
  void nothing_is_said_when_a_generation_in_question_was_not_seen() {
    script.listed(clique.generation(4).observed(3)).added(first, second);

    assertThat(violations()).isEmpty();
  }

  @Test
  void nothing_is_said_while_changes_of_podcliques_may_be_missing() {
    script.added(clique, first).missing("PodClique", () -> script.added(second));

    assertThat(violations()).isEmpty();
  }

  @Test
  void after_a_gap_in_the_pods_they_are_counted_again() {
    script.added(clique).missing("Pod", () -> script.listed(first)).added(second);

    assertThat(violations()).hasSize(1);
  }
}
