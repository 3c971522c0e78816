package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A PodClique whose set is gone: nobody can say any more how many pods it may have. */
class OrphanedCliqueTest {

  private final PodCliquePlanner planner =
      new PodCliquePlanner(SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard());

  @ParameterizedTest
  @ValueSource(ints = {3, Integer.MAX_VALUE})
  void makes_no_pods_however_many_it_asks_for(int replicas) {
    PodClique clique =
        CliqueFamily.scaledTo(replicas, CliqueFamily.standalone("s-0-a", CliqueFamily.DEAD));
    clique.getMetadata().setGeneration(1L);

    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () ->
            assertThat(
                    planner
                        .plan(Snapshot.of(clique, Observed.of(List.of())), Instant.EPOCH)
                        .actions())
                .noneMatch(Action.Create.class::isInstance));
  }
}
