package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountsWereTrueTest {

  private final Script script = new Script();
  private final Sketch set = Sketch.of("PodCliqueSet", "shop", "s1");
  private final Sketch web = podClique("shop-0-web", "web").ownedBy(set).replicas(2);
  private final Sketch first = Sketch.pod("shop-0-web-0-a", "p0", web, 0);
  private final Sketch second = Sketch.pod("shop-0-web-1-a", "p1", web, 1);

  private List<String> findings() {
    return new CountsWereTrue().check(script.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void what_is_reported_after_it_was_so_is_in_order() {
    script.added(web, first, second).modified(first.ready(), second.ready());
    script.modified(web.status("readyReplicas", 2));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_report_may_be_late() {
    script.added(web, first).modified(first.ready()).deleted(first);
    script.modified(web.status("readyReplicas", 1));

    assertThat(findings()).isEmpty();
  }

  @Test
  void more_ready_pods_than_there_were_are_reported() {
    script.added(web, first, second).modified(first.ready());
    script.modified(web.status("readyReplicas", 2));

    assertThat(findings())
        .containsExactly("PodClique shop-0-web reports 2 Ready pods, and has had 1");
  }

  @Test
  void pods_one_after_the_other_are_not_two() {
    script.added(web, first).modified(first.ready()).deleted(first);
    script.added(second).modified(second.ready());
    script.modified(web.status("readyReplicas", 2));

    assertThat(findings()).hasSize(1);
  }

  @Test
  void scheduled_pods_that_no_node_has_are_reported() {
    script.added(web, first).modified(web.status("scheduledReplicas", 1));

    assertThat(findings())
        .containsExactly("PodClique shop-0-web reports 1 scheduled pods, and has had 0");
  }

  @Test
  void nothing_is_said_of_a_podclique_that_is_older_than_the_recording() {
    script.listed(web.status("readyReplicas", 2));

    assertThat(findings()).isEmpty();
  }

  @Test
  void nothing_is_said_when_a_pod_may_have_been_missed() {
    script.added(web).missing("Pod", () -> {}).modified(web.status("readyReplicas", 1));

    assertThat(findings()).isEmpty();
  }
}
