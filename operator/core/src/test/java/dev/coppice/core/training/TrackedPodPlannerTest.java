package dev.coppice.core.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrackedPodPlannerTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:10:00Z");
  private static final String GOING = ", deletionTimestamp: '2026-08-19T10:00:00Z'";

  private static Pod pod(String finalizers) {
    return TestYaml.read(
        """
        metadata: {name: p, namespace: ai, uid: pod, finalizers: [%s],
          labels: {grove.io/podclique: c, app.kubernetes.io/part-of: s, grove.io/restart-attempt: '0'},
          ownerReferences: [{kind: PodClique, name: c, uid: clique, controller: true}]}
        """
            .formatted(finalizers),
        Pod.class);
  }

  private static PodClique clique(String uid, String more) {
    return TestYaml.read(
        "{metadata: {name: c, namespace: ai, uid: %s%s}}".formatted(uid, more), PodClique.class);
  }

  private static PodCliqueSet set(String more) {
    return TestYaml.read(
        "{metadata: {name: s, namespace: ai, uid: set%s}}".formatted(more), PodCliqueSet.class);
  }

  private static Snapshot<Pod> snapshot(HasMetadata... others) {
    return Snapshot.of(pod("theirs, grove.io/pod-tracking"), Observed.of(List.of(others)));
  }

  private static Plan plan(Snapshot<Pod> snapshot) {
    return new TrackedPodPlanner().plan(snapshot, NOW);
  }

  private static Plan afterReading(Snapshot<Pod> snapshot, HasMetadata... found) {
    Action read = plan(snapshot).actions().getFirst();
    return plan(snapshot.with(List.of(new Answer(read, new Outcome.Found(List.of(found))))));
  }

  private static void assertLetsGo(Plan plan) {
    assertThat(plan.actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch ->
                assertThat(patch.operations())
                    .hasToString(
                        """
                        [{"op":"test","path":"/metadata/finalizers/1","value":"grove.io/pod-tracking"},\
                        {"op":"remove","path":"/metadata/finalizers/1"}]\
                        """));
  }

  @Test
  void a_pod_stays_while_its_clique_and_its_set_do() {
    assertThat(plan(snapshot(clique("clique", ""), set(""))).isEmpty()).isTrue();
  }

  @Test
  void a_pod_that_nobody_keeps_is_none_of_its_business() {
    assertThat(plan(Snapshot.of(pod("theirs"), Observed.of(List.of()))).isEmpty()).isTrue();
  }

  @Test
  void it_is_let_go_at_once_when_one_of_them_goes() {
    assertLetsGo(plan(snapshot(clique("clique", GOING), set(""))));
    assertLetsGo(plan(snapshot(clique("clique", ""), set(GOING))));
  }

  @Test
  void what_a_cache_does_not_show_is_looked_for_before_it_is_let_go() {
    Snapshot<Pod> alone = snapshot();

    assertThat(plan(alone).actions()).singleElement().isInstanceOf(Action.Read.class);
    assertLetsGo(afterReading(alone));
    assertThat(afterReading(alone, clique("clique", ""), set("")).isEmpty()).isTrue();
  }

  @Test
  void another_clique_of_the_name_is_none_of_its_own() {
    Snapshot<Pod> followed = snapshot(clique("next", ""), set(""));

    assertThat(plan(followed).actions()).singleElement().isInstanceOf(Action.Read.class);
    assertLetsGo(afterReading(followed, clique("next", ""), set("")));
  }

  @Test
  void one_that_has_lost_its_owner_is_for_the_clique_of_its_set_to_let_go() {
    Pod lost = pod("theirs, grove.io/pod-tracking");
    lost.getMetadata().setOwnerReferences(List.of());
    PodClique own = clique("clique", ", labels: {app.kubernetes.io/part-of: s}");
    Snapshot<Pod> kept = Snapshot.of(lost, Observed.of(List.of(own, set(""))));
    Snapshot<Pod> alone = Snapshot.of(lost, Observed.of(List.of(set(""))));

    assertThat(plan(kept).isEmpty()).isTrue();
    assertThat(afterReading(alone, own, set("")).isEmpty()).isTrue();
    assertLetsGo(afterReading(alone, set("")));
    assertLetsGo(afterReading(alone, clique("other", ""), set("")));
  }

  @Test
  void a_set_that_went_and_left_its_cliques_behind_lets_it_go() {
    assertLetsGo(afterReading(snapshot(clique("clique", "")), clique("clique", "")));
  }

  @Test
  void it_is_let_go_although_who_goes_cannot_be_read_and_stays_with_one_that_stays() {
    assertLetsGo(plan(snapshot(unreadable(clique("clique", GOING)), set(""))));
    assertLetsGo(plan(snapshot(clique("clique", ""), unreadable(set(GOING)))));
    assertThat(plan(snapshot(unreadable(clique("clique", "")), unreadable(set("")))))
        .isEqualTo(Plan.empty());
  }

  private static <T extends HasMetadata> T unreadable(T object) {
    new Unreadable("spec", "a string, not an object").mark(object);
    return object;
  }
}
