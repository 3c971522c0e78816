package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusIsCurrentTest {

  private final Script script = new Script();

  private List<String> findings() {
    return new StatusIsCurrent()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PodCliqueSet", "PodCliqueScalingGroup", "PodClique"})
  void a_status_of_an_older_generation_is_reported(String kind) {
    script.added(Sketch.of(kind, "web", "u1").generation(3).observed(2));

    assertThat(findings()).containsExactly(kind + " web is at generation 3, its status at 2");
  }

  @Test
  void a_status_that_caught_up_is_allowed() {
    Sketch clique = Sketch.podClique("web", "u1").observed(1);
    script.added(clique).modified(clique.scaled(4)).modified(clique.observed(2));

    assertThat(findings()).isEmpty();
  }
}
