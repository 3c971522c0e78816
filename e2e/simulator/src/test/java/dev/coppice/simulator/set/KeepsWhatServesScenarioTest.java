package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.ReplicaUpdateProgress;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An update never takes the last that serves, and replaces as a whole what works together. */
class KeepsWhatServesScenarioTest {

  private static final String TEMPLATE =
      """
      metadata: {name: s}
      spec:
        replicas: SETS
        template:
          cliques:
          - {name: a, spec: {replicas: 2, minAvailable: 1, POD}}
          - {name: b, spec: {replicas: 1, POD}}
          - {name: c, spec: {replicas: 2, minAvailable: 2, POD}}
          podCliqueScalingGroups:
          - {name: x, cliqueNames: [b, c], replicas: GROUPS, minAvailable: 1}
      """
          .replace("POD", "podSpec: {containers: [{name: c, image: old}]}");

  private static UpdateFixture running(int sets, int groups) {
    SetFixture fixture =
        new SetFixture(
            TEMPLATE
                .replace("SETS", Integer.toString(sets))
                .replace("GROUPS", Integer.toString(groups)));
    fixture.settle();
    return new UpdateFixture(fixture);
  }

  /** All controllers work, and of the new pods those run that may. */
  private static void rounds(UpdateFixture update, int count, Predicate<Pod> runs, Runnable look) {
    for (int round = 0; round < count; round++) {
      update.controllers();
      look.run();
      update.live().filter(runs).forEach(update.fixture().nodes::run);
      update.fixture().cluster.advance(Duration.ofSeconds(1));
    }
  }

  @Test
  void the_only_ready_pod_of_a_clique_stays_while_the_new_template_never_becomes_ready() {
    UpdateFixture update = running(1, 1);
    SetFixture fixture = update.fixture();
    fixture.nodes.stall(fixture.pod("s-0-a", 0));

    update.changeImage("new", "a");

    rounds(
        update,
        30,
        pod -> !UpdateFixture.isMadeFrom("new", "s-0-a", pod),
        () -> update.assertReadyAtLeast(1, "s-0-a"));
    update.watch(() -> update.assertReadyAtLeast(1, "s-0-a"));
    assertThat(update.images()).contains("a=new").doesNotContain("a=old");
  }

  @Test
  void the_only_whole_replica_of_a_group_stays_while_the_new_template_never_becomes_ready() {
    UpdateFixture update = running(1, 2);
    SetFixture fixture = update.fixture();
    fixture.nodes.stall(fixture.pod("s-0-x-1-b", 0));

    update.changeImage("new", "b", "c");

    Runnable oneIsWhole =
        () -> assertThat(update.wholeReplicas("s-0-x", 2)).isGreaterThanOrEqualTo(1);
    rounds(update, 30, pod -> !UpdateFixture.isMadeFrom("new", "s-0-x", pod), oneIsWhole);
    update.watch(oneIsWhole);
    assertThat(update.images()).contains("b=new", "c=new").doesNotContain("b=old", "c=old");
  }

  @Test
  void the_only_available_replica_of_a_set_stays_while_the_new_template_never_becomes_ready() {
    UpdateFixture update = running(2, 1);
    SetFixture fixture = update.fixture();
    fixture.nodes.stall(fixture.pod("s-1-x-0-b", 0));

    update.changeImage("new", "a", "b", "c");

    rounds(
        update,
        30,
        pod -> !UpdateFixture.isMadeFrom("new", "s-", pod),
        () -> assertThat(update.wholeReplicas("s-0-x", 1)).isOne());
  }

  /** Whoever wrote that: no replica has such an index, so none is waited for. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 2, Integer.MAX_VALUE})
  void a_slot_of_a_replica_that_cannot_be_is_given_to_one_that_is_outdated(int replica) {
    UpdateFixture update = running(2, 1);
    SetFixture fixture = update.fixture();
    update.changeImage("new", "a");
    while (fixture.set().statusOrEmpty().updateProgress() == null) {
      update.controllers();
    }
    PodCliqueSet set = fixture.set();
    PodCliqueSetUpdateProgress progress = set.statusOrEmpty().updateProgress();
    fixture.cluster.apply(
        new Action.PutStatus(
            set.withStatus(
                PodCliqueSetStatusBuilder.builder(set.statusOrEmpty())
                    .updateProgress(
                        new PodCliqueSetUpdateProgress(
                            progress.updateStartedAt(),
                            null,
                            0,
                            0,
                            0,
                            0,
                            List.of(
                                new ReplicaUpdateProgress(
                                    replica, progress.updateStartedAt(), null, null))))
                    .build()),
            false,
            Purpose.unannounced(ErrorCodes.SYNC_AUTOSCALER, "put", "status")));

    update.watch(() -> {});

    assertThat(update.images()).contains("a=new").doesNotContain("a=old");
  }

  @Test
  void a_replica_that_has_yet_to_be_updated_gets_its_pods_back_as_they_were() {
    UpdateFixture update = running(1, 3);
    SetFixture fixture = update.fixture();
    update.changeImage("new", "b", "c");
    fixture.setPass();
    fixture.groupPasses();

    fixture.cluster.delete(fixture.pod("s-0-x-2-b", 0));
    fixture.nodes.finishTerminations();
    fixture.cluster.refuse(Action.Create.class::isInstance, 403, "exceeded quota");
    fixture.cliquePass("s-0-x-2-b");
    fixture.groupPasses();
    fixture.cluster.refuseNothing();
    fixture.cliquePass("s-0-x-2-b");

    assertThat(fixture.pod("s-0-x-2-b", 0).getSpec().getContainers().getFirst().getImage())
        .isEqualTo("old");
  }
}
