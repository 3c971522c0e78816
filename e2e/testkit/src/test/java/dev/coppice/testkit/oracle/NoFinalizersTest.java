package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoFinalizersTest {

  private final Script script = new Script();

  private List<String> findings() {
    return new NoFinalizers().check(script.recording()).stream().map(Violation::finding).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PodCliqueSet", "PodCliqueScalingGroup", "PodClique", "PodGang"})
  void a_finalizer_on_any_of_our_kinds_is_reported_once(String kind) {
    Sketch object = Sketch.of(kind, "web", "u1").finalizer("grove.io/hold");
    script.added(object).modified(object);

    assertThat(findings()).containsExactly(kind + " web has [grove.io/hold]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"foregroundDeletion", "orphan"})
  void what_garbage_collection_puts_there_is_allowed(String finalizer) {
    script.added(podClique("web", "c1").finalizer(finalizer));

    assertThat(findings()).isEmpty();
  }

  @Test
  void what_grove_left_on_its_own_kind_is_allowed() {
    script.added(
        podClique("web", "c1").finalizer("grove.io/podclique.grove.io"),
        podClique("db", "c2").finalizer("grove.io/podcliqueset.grove.io"));

    assertThat(findings()).containsExactly("PodClique db has [grove.io/podcliqueset.grove.io]");
  }

  @Test
  void pods_may_have_finalizers() {
    script.added(Sketch.of("Pod", "web-0-a", "p0").finalizer("grove.io/pod-tracking"));

    assertThat(findings()).isEmpty();
  }
}
