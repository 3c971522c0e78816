package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.TeardownFixture.TWO_LEVELS;
import static dev.coppice.simulator.set.TeardownFixture.kill;
import static dev.coppice.simulator.set.TeardownFixture.only;
import static dev.coppice.simulator.set.TeardownFixture.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Reconcile;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one reconcile does of a teardown, and what it leaves to the next. */
class TeardownReconcilesScenarioTest {

  @Test
  void a_record_that_was_refused_is_not_looked_up_again_in_the_reconcile() {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-0-a", 0);
    fixture.controllersFor(Duration.ofSeconds(5));
    fixture.cluster.refuse(action -> action instanceof Action.PutStatus, 500, "no");
    fixture.cluster.advance(Duration.ofSeconds(10));
    int before = fixture.cluster.journal().size();

    fixture.setPass();

    assertThat(fixture.cluster.journal().stream().skip(before))
        .extracting(answer -> answer.action().getClass().getSimpleName())
        .containsExactly("Try", "Try", "Try", "Read", "PutStatus");
  }

  @Test
  void what_falls_due_while_a_replica_goes_is_left_to_a_reconcile_that_follows_at_once() {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-0-a", 0);
    fixture.controllersFor(Duration.ofSeconds(4));
    kill(fixture, "s-1-a", 0);
    fixture.controllersFor(Duration.ofSeconds(4));
    fixture.cluster.advance(Duration.ofSeconds(3));
    fixture.cluster.watch((before, now) -> {
      if (before instanceof PodClique && now == null) {
        fixture.cluster.advance(Duration.ofSeconds(5));
      }
    });

    Reconcile.Result<PodCliqueSet> first = fixture.setPass();
    List<ReplicaDeletion> ofFirst = fixture.status().replicaDeletions();
    fixture.setPass();

    assertThat(only(ofFirst).replicaIndex()).isZero();
    assertThat(first.requeueAt()).isBefore(fixture.cluster.clock().instant());
    assertThat(fixture.status().replicaDeletions())
        .extracting(ReplicaDeletion::replicaIndex)
        .containsExactly(0, 1);
  }

  @Test
  void a_reconcile_that_has_not_written_the_record_itself_reads_before_it_deletes() {
    SetFixture fixture = recordedAndNotDeleted();
    int before = fixture.cluster.journal().size();

    fixture.setPass();

    assertThat(fixture.cluster.journal().stream().skip(before))
        .extracting(answer -> answer.action().getClass().getSimpleName())
        .containsExactly("Read", "Delete", "Delete", "Delete", "Delete", "Delete");
  }

  @Test
  void a_reconcile_that_could_not_read_deletes_nothing() {
    SetFixture fixture = recordedAndNotDeleted();
    fixture.cluster.refuse(action -> action instanceof Action.Read, 500, "no");
    int before = fixture.cluster.journal().size();

    Reconcile.Result<PodCliqueSet> result = fixture.setPass();

    assertThat(fixture.cluster.journal().stream().skip(before))
        .extracting(answer -> answer.action().getClass().getSimpleName())
        .doesNotContain("Delete", "Create");
    assertThat(result.mustRetry()).isTrue();
  }

  private static SetFixture recordedAndNotDeleted() {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-0-a", 0);
    fixture.controllersFor(Duration.ofSeconds(5));
    fixture.cluster.refuse(action -> action instanceof Action.Delete, 500, "no");
    fixture.cluster.advance(Duration.ofSeconds(10));
    fixture.setPass();
    fixture.cluster.refuseNothing();
    return fixture;
  }
}
