package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Reconcile;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalPodsScenarioTest {

  @Test
  void counts_an_ended_pod_before_it_is_deleted_and_replaces_it_at_once() {
    CliqueFixture fixture = CliqueFixture.running(2, 1);
    int earlier = fixture.actions().size();
    Pod failed = fixture.pod(1);
    fixture.nodes.fail(failed);

    fixture.reconcile();

    assertThat(fixture.actionsSince(earlier))
        .startsWith("record PodClique", "delete Pod", "create Pod");
    assertThat(fixture.status().podFailures())
        .singleElement()
        .returns(1, PodFailure::index)
        .returns(1, PodFailure::count)
        .returns(CliqueFixture.START, PodFailure::lastFailureTime)
        .returns(failed.getMetadata().getUid(), PodFailure::podUid)
        .returns(failed.getMetadata().getName(), PodFailure::podName);
    assertThat(fixture.liveIndices()).containsExactly(0, 1);
  }

  @Test
  void counts_no_ended_pod_twice_when_the_operator_dies_before_the_delete() {
    CliqueFixture fixture = CliqueFixture.running(2, 1);
    fixture.nodes.fail(fixture.pod(1));
    fixture.cluster.refuse(Action.Delete.class::isInstance, 500, "connection lost");
    fixture.reconcile();
    fixture.cluster.refuseNothing();

    fixture.reconcile();

    assertThat(fixture.status().podFailures()).extracting(PodFailure::count).containsExactly(1);
    assertThat(fixture.liveIndices()).containsExactly(0, 1);
  }

  @Test
  void backs_off_at_an_index_that_fails_again_and_again() {
    CliqueFixture fixture = CliqueFixture.running(1, 1);
    List<Duration> waits = new ArrayList<>();

    for (int failure = 1; failure <= 8; failure++) {
      fixture.nodes.fail(fixture.pod(0));
      Instant failed = fixture.cluster.clock().instant();
      fixture.reconcile();
      while (fixture.liveIndices().isEmpty()) {
        fixture.loop.runFor(
            Duration.between(
                fixture.cluster.clock().instant(), fixture.loop.requeueAt().orElseThrow()));
      }
      waits.add(Duration.between(failed, fixture.cluster.clock().instant()));
    }

    assertThat(waits)
        .extracting(Duration::toSeconds)
        .containsExactly(0L, 10L, 20L, 40L, 80L, 160L, 300L, 300L);
  }

  @Test
  void fills_no_higher_index_while_a_lower_one_waits() {
    CliqueFixture fixture = CliqueFixture.running(2, 1);
    fixture.nodes.fail(fixture.pod(0));
    fixture.reconcile();
    fixture.nodes.fail(fixture.pod(0));

    Reconcile.Result<PodClique> result = fixture.reconcile();

    assertThat(fixture.liveIndices()).containsExactly(1);
    assertThat(fixture.status().replicas()).isEqualTo(1);
    assertThat(result.requeueAt()).isBeforeOrEqualTo(CliqueFixture.START.plusSeconds(10));
    fixture.loop.runFor(Duration.ofSeconds(10));
    assertThat(fixture.liveIndices()).containsExactly(0, 1);
  }

  @Test
  void forgets_failures_when_the_index_has_been_ready_for_ten_minutes() {
    CliqueFixture fixture = CliqueFixture.running(1, 1);
    fixture.nodes.fail(fixture.pod(0));
    fixture.reconcile();
    fixture.nodes.runAll();
    fixture.loop.runFor(Duration.ofMinutes(9));
    assertThat(fixture.status().podFailures()).hasSize(1);

    fixture.loop.runFor(Duration.ofMinutes(2));

    assertThat(fixture.status().podFailures()).isEmpty();
    assertThat(fixture.loop.requeueAt()).isEmpty();
  }

  /** A clique of which the pod at index 0 has just failed for the third time. */
  private static CliqueFixture backingOff(int replicas) {
    CliqueFixture fixture = CliqueFixture.running(replicas, 1);
    for (int failure = 1; failure <= 3; failure++) {
      fixture.nodes.fail(fixture.pod(0));
      fixture.reconcile();
      if (failure == 2) {
        fixture.loop.runFor(Duration.ofSeconds(10));
      }
    }
    assertThat(fixture.liveIndices()).doesNotContain(0);
    return fixture;
  }

  @Test
  void replaces_at_once_what_failed_by_a_template_that_has_been_mended() {
    CliqueFixture fixture = backingOff(2);

    fixture.template("v1-bbbbbbbbbb");
    fixture.reconcile();

    assertThat(fixture.liveIndices()).containsExactly(0, 1);
    assertThat(fixture.status().podFailures()).isEmpty();
    fixture.nodes.fail(fixture.pod(0));
    fixture.reconcile();
    assertThat(fixture.status().podFailures()).extracting(PodFailure::count).containsExactly(1);
    assertThat(fixture.liveIndices()).containsExactly(0, 1);
  }

  @Test
  void replaces_at_once_what_has_been_scaled_to_0_and_back() {
    CliqueFixture fixture = backingOff(1);

    fixture.scale(0);
    fixture.reconcile();

    assertThat(fixture.status().podFailures()).isEmpty();
    fixture.scale(1);
    fixture.reconcile();
    assertThat(fixture.liveIndices()).containsExactly(0);
  }

  @Test
  void forgets_an_index_that_nobody_wants_and_no_other() {
    CliqueFixture fixture = backingOff(2);

    fixture.loop.runFor(Duration.ofSeconds(5));
    assertThat(fixture.status().podFailures()).extracting(PodFailure::index).containsExactly(0);
    fixture.scale(1);
    fixture.reconcile();

    assertThat(fixture.liveIndices()).containsExactly(1);
    assertThat(fixture.status().podFailures()).isEmpty();
  }

  @Test
  void counts_an_ended_pod_once_that_nobody_wants_and_nobody_can_delete() {
    CliqueFixture fixture = CliqueFixture.running(1, 1);
    fixture.nodes.fail(fixture.pod(0));
    fixture.cluster.refuse(Action.Delete.class::isInstance, 500, "connection lost");
    fixture.scale(0);

    fixture.reconcile();
    int earlier = fixture.actions().size();
    fixture.reconcile();

    assertThat(fixture.actionsSince(earlier)).doesNotContain("record PodClique");
  }
}
