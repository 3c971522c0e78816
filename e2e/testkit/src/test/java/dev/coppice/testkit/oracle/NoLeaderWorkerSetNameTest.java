package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoLeaderWorkerSetNameTest {

  private static final String LWS = "leaderworkerset.sigs.k8s.io/";

  private final Script script = new Script();
  private final Sketch clique = Sketch.podClique("web", "c1");
  private final Sketch pod = Sketch.pod("web-0-a", "p0", clique, 0);

  private List<String> findings() {
    return Invariants.check(Invariants.ALWAYS, script.recording()).stream()
        .filter(violation -> violation.rule().contains("LeaderWorkerSet"))
        .map(Violation::finding)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"name, llm", "name, ''", "template-revision-hash, 5c7d"})
  void a_label_that_its_controllers_select_by_is_reported_once_whenever_it_comes(
      String key, String value) {
    script.added(clique, pod).modified(pod.label(LWS + key, value)).modified(pod.ready());

    assertThat(findings()).containsExactly("pod web-0-a carries [" + LWS + key + "]");
  }

  @Test
  void what_programs_for_it_read_is_allowed() {
    script.added(
        clique,
        pod.label(LWS + "group-key", "k")
            .label(LWS + "worker-index", "0")
            .annotation(LWS + "leader-name", "web-0"));

    assertThat(findings()).isEmpty();
  }
}
