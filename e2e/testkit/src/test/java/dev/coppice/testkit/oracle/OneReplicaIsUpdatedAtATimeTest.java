package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneReplicaIsUpdatedAtATimeTest {

  private final Script script = new Script();

  private List<String> findings() {
    return new OneReplicaIsUpdatedAtATime()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PodCliqueSet", "PodCliqueScalingGroup", "PodClique"})
  void one_after_the_other_is_allowed(String kind) {
    Sketch object = Sketch.of(kind, "web", "w");
    script
        .added(object)
        .modified(object.inHand())
        .modified(object.inHand(0))
        .modified(object.inHand(1));

    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PodCliqueSet", "PodCliqueScalingGroup", "PodClique"})
  void two_at_once_are_reported(String kind) {
    Sketch object = Sketch.of(kind, "web", "w");
    script.added(object.inHand(0)).modified(object.inHand(0, 1));

    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith("%s web has in hand [".formatted(kind));
  }

  private static Sketch pod(int index, int subGroup) {
    return Sketch.of("Pod", "web-0-a-" + index, "p" + index)
        .label(Labels.POD_CLIQUE, "web-0-a")
        .label(Labels.POD_INDEX, Integer.toString(index))
        .label(Labels.SUBGROUP_INDEX, Integer.toString(subGroup));
  }

  @Test
  void a_subgroup_is_one() {
    Sketch clique = Sketch.of("PodClique", "web-0-a", "a");
    script
        .added(clique, pod(0, 0), pod(1, 0), pod(2, 1), pod(3, 1))
        .modified(clique.inHand(0, 1))
        .modified(clique.inHand(1, 2))
        .modified(clique.inHand(2, 3));

    assertThat(findings())
        .containsExactly("PodClique web-0-a has in hand [subgroup 0, subgroup 1]");
  }

  @Test
  void objects_of_one_kind_may_have_one_each() {
    script.added(
        Sketch.of("PodClique", "web-0-a", "a").inHand(0),
        Sketch.of("PodClique", "web-0-b", "b").inHand(1));

    assertThat(findings()).isEmpty();
  }

  @Test
  void what_has_gone_is_not_reported_again() {
    Sketch set = Sketch.of("PodCliqueSet", "web", "w");
    script.added(set.inHand(0, 1)).deleted(set);

    assertThat(findings()).hasSize(1);
  }
}
