package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.pod;
import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Recording;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViolationReportTest {

  @Test
  void names_the_rule_the_finding_and_the_events_around_the_objects_concerned() {
    Sketch clique = podClique("web", "c1").replicas(1);
    Recording recording =
        new Script()
            .added(clique, podClique("other", "c2"), pod("web-0-a", "p0", clique, 0))
            .added(pod("web-1-a", "p1", clique, 1))
            .missing("Service", () -> {})
            .recording();

    String report =
        ViolationReport.of(Invariants.check(Invariants.ALWAYS.subList(0, 1), recording), recording);

    assertThat(report.lines())
        .containsExactly(
            "broken: no pod is created beyond the spec.replicas in force",
            "  pod web-1-a was created as live pod 2 of PodClique web, which allowed 1",
            "> 10 00:00:00.000 ADDED    PodClique test/web uid=c1 generation=1 replicas=1",
            "  30 00:00:00.000 ADDED    Pod test/web-0-a uid=p0 index=0 phase=Pending",
            "> 40 00:00:00.000 ADDED    Pod test/web-1-a uid=p1 index=1 phase=Pending",
            "  gap: Service from 40 to 50");
  }

  @Test
  void tells_ten_and_counts_the_rest() {
    Script script = new Script();
    for (int i = 0; i < 12; i++) {
      script.added(podClique("web-" + i, "c" + i).finalizer("hold"));
    }
    Recording recording = script.recording();
    List<Violation> violations = new NoFinalizers().check(recording);

    String report = ViolationReport.of(violations, recording);

    assertThat(report).contains("web-9 has").doesNotContain("web-10 has").endsWith("and 2 more");
  }
}
