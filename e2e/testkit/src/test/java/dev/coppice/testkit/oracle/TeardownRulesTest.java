package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.pod;
import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class TeardownRulesTest {

  private final Script script = new Script();
  private final Sketch set = Sketch.of("PodCliqueSet", "web", "s");
  private final Sketch router = podClique("web-0-router", "r1");
  private final Sketch worker = podClique("web-0-worker", "w1");
  private final Sketch other = podClique("web-1-router", "o1");
  private final Sketch newRouter = podClique("web-0-router", "r2");
  private final Sketch newWorker = podClique("web-0-worker", "w2");

  private List<String> findings() {
    return Invariants.check(Invariants.TEARDOWN, script.recording()).stream()
        .map(Violation::finding)
        .toList();
  }

  private Sketch torn() {
    return set.teardown(0, "12:00:00", List.of(), router, worker);
  }

  @Test
  void a_replica_that_is_recorded_deleted_and_made_again_is_fine() {
    Sketch lost = pod("web-0-router-0", "p1", router, 0);
    script
        .added(set, router, worker, other, lost)
        .modified(lost.terminating())
        .deleted(lost)
        .modified(torn())
        .modified(router.terminating())
        .deleted(router, worker)
        .modified(set.teardown(0, "12:00:00", List.of("goneAt"), router, worker))
        .added(newRouter, newWorker)
        .modified(set.teardown(0, "12:00:00", List.of("goneAt", "completedAt")));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_replica_that_is_torn_down_though_its_pods_are_ready_is_reported() {
    Sketch pod = pod("web-0-router-0", "p1", router, 0);
    script
        .added(set, router.replicas(1), pod.ready())
        .later(3)
        .modified(set.teardown(0, "12:00:00", List.of(), router));

    assertThat(new TeardownsTakeWhatIsLost().check(script.recording()))
        .extracting(Violation::finding)
        .containsExactly(
            "the record of PodCliqueSet web about replica 0 was opened though all was Ready");
  }

  @Test
  void a_replica_whose_pod_has_only_just_become_ready_may_have_been_read_before() {
    Sketch pod = pod("web-0-router-0", "p1", router, 0);
    script
        .added(set, router.replicas(1), pod)
        .later(3)
        .modified(pod.ready())
        .modified(set.teardown(0, "12:00:00", List.of(), router));

    assertThat(new TeardownsTakeWhatIsLost().check(script.recording())).isEmpty();
  }

  @Test
  void a_clique_that_goes_before_the_record_is_reported() {
    script.added(set, router, worker).deleted(router).modified(torn()).deleted(worker);

    assertThat(findings())
        .containsExactlyInAnyOrder(
            "PodClique web-0-router goes, and no record lists it",
            "the record of PodCliqueSet web about replica 0 lists web-0-router, which is not"
                + " there");
  }

  @Test
  void a_clique_and_a_pod_of_another_replica_that_go_are_reported() {
    Sketch pod = pod("web-1-router-0", "p2", other, 0);
    script
        .added(set, router, worker, other, pod)
        .modified(torn())
        .deleted(router, worker, other, pod);

    assertThat(findings())
        .containsExactlyInAnyOrder(
            "PodClique web-1-router goes, and no record lists it",
            "Pod web-1-router-0 goes, and no record lists it");
  }

  @Test
  void a_clique_that_was_made_again_and_goes_once_more_is_reported() {
    script
        .added(set, router, worker)
        .modified(torn())
        .deleted(router, worker)
        .modified(set.teardown(0, "12:00:00", List.of("goneAt"), router, worker))
        .added(newRouter)
        .deleted(newRouter);

    assertThat(findings()).containsExactly("PodClique web-0-router goes, and no record lists it");
  }

  @Test
  void a_listed_clique_that_stays_is_reported() {
    script.added(set, router, worker).modified(torn()).deleted(router);

    assertThat(findings())
        .containsExactly(
            "the record of PodCliqueSet web about replica 0 lists web-0-worker, which goes 0"
                + " times");
  }

  @Test
  void a_second_record_of_the_same_cliques_is_reported() {
    script
        .added(set, router)
        .modified(set.teardown(0, "12:00:00", List.of(), router))
        .modified(set.teardown(0, "12:00:02", List.of(), router))
        .deleted(router);

    assertThat(findings())
        .containsExactly(
            "the record of PodCliqueSet web about replica 0 lists web-0-router, as another");
  }

  @Test
  void a_clique_that_is_made_before_all_are_gone_is_reported() {
    script
        .added(set, router, worker)
        .modified(torn())
        .deleted(router)
        .added(newRouter)
        .deleted(worker)
        .modified(set.teardown(0, "12:00:00", List.of("goneAt"), router, worker));

    assertThat(findings())
        .containsExactly(
            "web-0-router is made while the record of PodCliqueSet web about replica 0 is not"
                + " done");
  }
}
