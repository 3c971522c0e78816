package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StartsAfterItsParentsTest {

  private final Script script = new Script();
  private final Sketch set = Sketch.of("PodCliqueSet", "shop", "s1");
  private final Sketch parent = podClique("shop-0-web", "web").ownedBy(set).replicas(3);
  private final Sketch other = podClique("shop-0-cache", "cache").ownedBy(set).replicas(1);
  private final Sketch child =
      podClique("shop-0-worker", "worker").ownedBy(set).replicas(1).startsAfter(parent, other);
  private final Sketch pod = held(Sketch.pod("shop-0-worker-0-a", "p0", child, 0));

  @BeforeEach
  void the_child_waits_for_two_pods_of_one_parent_and_one_of_the_other() {
    parent.spec().put("minAvailable", 2);
    script.added(set, parent, other, child);
  }

  private static Sketch held(Sketch pod) {
    return pod.annotation(Annotations.STARTUP_RELEASED, "");
  }

  private static Sketch released(Sketch pod) {
    return pod.annotation(Annotations.STARTUP_RELEASED, "true");
  }

  private static Sketch ready(Sketch clique, int count) {
    return clique.status("readyReplicas", count);
  }

  private List<String> findings(Sight sight) {
    return Invariants.check(
            List.of(
                new RecordedPodRule(new StartsAfterItsParents(), sight), new ReleasesAreForGood()),
            script.recording())
        .stream()
        .map(Violation::finding)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_that_is_released_after_all_parents_is_in_order(Sight sight) {
    script.added(pod).modified(ready(parent, 2), ready(other, 1), released(pod), pod.ready());

    assertThat(findings(sight)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_may_be_free_from_its_creation(Sight sight) {
    script.modified(ready(parent, 2), ready(other, 1)).added(released(pod));

    assertThat(findings(sight)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_that_is_released_before_one_parent_is_reported(Sight sight) {
    script
        .added(pod)
        .modified(ready(parent, 1), ready(other, 1), released(pod))
        .modified(ready(parent, 2));

    assertThat(findings(sight))
        .containsExactly("pod shop-0-worker-0-a was released before its parents had their minimum");
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_that_is_free_too_early_from_its_creation_is_reported(Sight sight) {
    script.added(released(pod));

    assertThat(findings(sight)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void a_parent_of_an_earlier_set_of_the_name_does_not_count(Sight sight) {
    Sketch old = Sketch.of("PodCliqueSet", "shop", "s0");
    script
        .deleted(parent)
        .added(ready(podClique("shop-0-web", "old").ownedBy(old).replicas(2), 2), pod)
        .modified(ready(other, 1), released(pod));

    assertThat(findings(sight)).hasSize(1);
  }

  @Test
  void a_new_parent_of_the_name_counts_by_its_own_status() {
    script
        .added(pod)
        .modified(ready(other, 1), ready(parent, 2))
        .deleted(parent)
        .added(podClique("shop-0-web", "new").ownedBy(set).replicas(2))
        .modified(released(pod));

    assertThat(findings(Sight.NEWEST)).hasSize(1);
    assertThat(findings(Sight.LAGGING)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_that_is_made_while_a_parent_is_below_its_minimum_again_must_wait(Sight sight) {
    Sketch second = held(Sketch.pod("shop-0-worker-0-b", "p1", child, 0));
    script
        .modified(ready(parent, 2), ready(other, 1))
        .added(released(pod))
        .modified(ready(parent, 1))
        .deleted(pod)
        .added(second)
        .modified(second.ready());

    assertThat(findings(sight))
        .containsExactly("pod shop-0-worker-0-b was ready without its release");
  }

  @ParameterizedTest
  @EnumSource
  void a_release_that_is_taken_back_is_reported(Sight sight) {
    script.modified(ready(parent, 2), ready(other, 1)).added(released(pod)).modified(held(pod));

    assertThat(findings(sight))
        .containsExactly("the release of pod shop-0-worker-0-a was taken back");
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_that_was_not_made_to_wait_is_reported(Sight sight) {
    script.added(Sketch.pod("shop-0-worker-0-a", "p0", child, 0));

    assertThat(findings(sight))
        .containsExactly(
            "pod shop-0-worker-0-a was created without the annotation that makes it wait");
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_without_parents_waits_for_nobody(Sight sight) {
    script.added(Sketch.pod("shop-0-web-0-c", "p2", parent, 0).ready());

    assertThat(findings(sight)).isEmpty();
  }

  @Test
  void nothing_is_said_when_a_status_may_have_been_missed() {
    script.added(pod).missing("PodClique", () -> {}).modified(released(pod));

    assertThat(findings(Sight.NEWEST)).isEmpty();
  }
}
