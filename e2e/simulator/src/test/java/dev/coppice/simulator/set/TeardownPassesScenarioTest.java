package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.TeardownScene.TWO_LEVELS;
import static dev.coppice.simulator.set.TeardownScene.kill;
import static dev.coppice.simulator.set.TeardownScene.only;
import static dev.coppice.simulator.set.TeardownScene.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Pass;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one pass does of a teardown, and what it leaves to the next. */
class TeardownPassesScenarioTest {

  @Test
  void a_record_that_was_refused_is_not_looked_up_again_in_the_pass() {
    SetScene scene = running(TWO_LEVELS);
    kill(scene, "s-0-a", 0);
    scene.controllersFor(Duration.ofSeconds(5));
    scene.cluster.refuse(action -> action instanceof Action.PutStatus, 500, "no");
    scene.cluster.advance(Duration.ofSeconds(10));
    int before = scene.cluster.journal().size();

    scene.setPass();

    assertThat(scene.cluster.journal().stream().skip(before))
        .extracting(answer -> answer.action().getClass().getSimpleName())
        .containsExactly("Read", "PutStatus");
  }

  @Test
  void what_falls_due_while_a_replica_goes_is_left_to_a_pass_that_follows_at_once() {
    SetScene scene = running(TWO_LEVELS);
    kill(scene, "s-0-a", 0);
    scene.controllersFor(Duration.ofSeconds(4));
    kill(scene, "s-1-a", 0);
    scene.controllersFor(Duration.ofSeconds(4));
    scene.cluster.advance(Duration.ofSeconds(3));
    scene.cluster.watch((before, now) -> {
      if (before instanceof PodClique && now == null) {
        scene.cluster.advance(Duration.ofSeconds(5));
      }
    });

    Pass.Result<PodCliqueSet> first = scene.setPass();
    List<ReplicaDeletion> ofFirst = scene.status().replicaDeletions();
    scene.setPass();

    assertThat(only(ofFirst).replicaIndex()).isZero();
    assertThat(first.nextLook()).isBefore(scene.cluster.clock().instant());
    assertThat(scene.status().replicaDeletions())
        .extracting(ReplicaDeletion::replicaIndex)
        .containsExactly(0, 1);
  }

  @Test
  void a_pass_that_has_not_written_the_record_itself_reads_before_it_deletes() {
    SetScene scene = recordedAndNotDeleted();
    int before = scene.cluster.journal().size();

    scene.setPass();

    assertThat(scene.cluster.journal().stream().skip(before))
        .extracting(answer -> answer.action().getClass().getSimpleName())
        .containsExactly("Read", "Delete", "Delete", "Delete", "Delete", "Delete");
  }

  @Test
  void a_pass_that_could_not_read_deletes_nothing() {
    SetScene scene = recordedAndNotDeleted();
    scene.cluster.refuse(action -> action instanceof Action.Read, 500, "no");
    int before = scene.cluster.journal().size();

    Pass.Result<PodCliqueSet> result = scene.setPass();

    assertThat(scene.cluster.journal().stream().skip(before))
        .extracting(answer -> answer.action().getClass().getSimpleName())
        .doesNotContain("Delete", "Create");
    assertThat(result.mustRetry()).isTrue();
  }

  private static SetScene recordedAndNotDeleted() {
    SetScene scene = running(TWO_LEVELS);
    kill(scene, "s-0-a", 0);
    scene.controllersFor(Duration.ofSeconds(5));
    scene.cluster.refuse(action -> action instanceof Action.Delete, 500, "no");
    scene.cluster.advance(Duration.ofSeconds(10));
    scene.setPass();
    scene.cluster.refuseNothing();
    return scene;
  }
}
