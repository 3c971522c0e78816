package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.status.Conditions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScaleScenarioTest {

  @Test
  void scales_out_to_the_lowest_free_indices() {
    CliqueFixture fixture = CliqueFixture.running(3, 1);
    fixture.cluster.delete(fixture.pod(1));
    fixture.scale(4);

    fixture.loop.runFor(Duration.ofSeconds(1));

    assertThat(fixture.liveIndices()).containsExactly(0, 1, 2, 3);
    assertThat(fixture.status().observedGeneration()).isEqualTo(2);
  }

  @Test
  void scales_in_by_uid_and_creates_nothing_afterwards() {
    CliqueFixture fixture = CliqueFixture.running(4, 1);
    fixture.nodes.stall(fixture.pod(1));
    fixture.scale(2);

    fixture.reconcile();
    fixture.nodes.finishTerminations();
    fixture.loop.runFor(Duration.ofSeconds(1));

    assertThat(fixture.pods()).hasSize(2);
    assertThat(fixture.liveIndices()).doesNotContain(1);
    assertThat(fixture.status().replicas()).isEqualTo(2);
  }

  @Test
  void lets_a_pod_keep_an_index_beyond_the_replicas() {
    CliqueFixture fixture = CliqueFixture.running(3, 1);
    fixture.nodes.stall(fixture.pod(0));
    fixture.scale(2);
    fixture.reconcile();
    int earlier = fixture.actions().size();

    fixture.loop.runFor(Duration.ofMinutes(1));

    assertThat(fixture.liveIndices()).containsExactly(1, 2);
    assertThat(fixture.actionsSince(earlier)).doesNotContain("create Pod", "delete Pod");
  }

  @Test
  void is_available_with_no_pod_when_scaled_to_zero() {
    CliqueFixture fixture = CliqueFixture.running(2, 2);
    fixture.scale(0);

    fixture.loop.runFor(Duration.ofSeconds(1));

    assertThat(fixture.liveIndices()).isEmpty();
    assertThat(fixture.status().replicas()).isZero();
    assertThat(Conditions.isTrue(fixture.status().conditions(), ConditionTypes.AVAILABLE)).isTrue();
    assertThat(fixture.cluster.events()).isEmpty();
  }

  @Test
  void keeps_one_of_two_pods_at_an_index() {
    CliqueFixture fixture = CliqueFixture.running(2, 1);
    fixture.addPod("twin", 1, fixture.clique());

    fixture.reconcile();

    assertThat(fixture.pods().map(PodState::name)).hasSize(2).doesNotContain("twin");
    assertThat(fixture.liveIndices()).containsExactly(0, 1);
  }
}
