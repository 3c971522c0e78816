package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class NothingIsOnItsWayOutTest {

  private final Script script = new Script();
  private final Sketch clique = Sketch.podClique("web", "c1");

  private List<String> findings() {
    return new NothingIsOnItsWayOut()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void what_still_terminates_is_reported() {
    script.added(clique).modified(clique.terminating());

    assertThat(findings()).containsExactly("PodClique web terminates");
  }

  @Test
  void what_has_gone_is_in_order() {
    script.added(clique).modified(clique.terminating()).deleted(clique);

    assertThat(findings()).isEmpty();
  }
}
