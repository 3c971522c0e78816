package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.status.LastError;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.status.Conditions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PodStatusScenarioTest {

  @Test
  void reports_its_first_pods_in_the_reconcile_that_creates_them() {
    CliqueFixture fixture = new CliqueFixture(3, 2);
    fixture.createGang();

    fixture.reconcile();

    assertThat(fixture.liveIndices()).containsExactly(0, 1, 2);
    assertThat(fixture.actions())
        .containsExactly("create Pod", "create Pod", "create Pod", "report PodClique");
    PodCliqueStatus status = fixture.status();
    assertThat(status.replicas()).isEqualTo(3);
    assertThat(status.updatedReplicas()).isEqualTo(3);
    assertThat(status.observedGeneration()).isEqualTo(1);
    assertThat(status.currentPodTemplateHash()).isEqualTo("v1-aaaaaaaaaa");
    assertThat(Conditions.isTrue(status.conditions(), ConditionTypes.AVAILABLE)).isFalse();
  }

  @Test
  void rests_when_nothing_happens() {
    CliqueFixture fixture = CliqueFixture.running(3, 2);
    fixture.loop.runFor(Duration.ofMinutes(1));
    int earlier = fixture.actions().size();

    fixture.loop.runFor(Duration.ofHours(1));

    assertThat(fixture.actionsSince(earlier)).isEmpty();
    assertThat(fixture.loop.requeueAt()).isEmpty();
  }

  @Test
  void writes_at_once_when_the_minimum_is_reached_and_later_when_more_become_ready() {
    CliqueFixture fixture = new CliqueFixture(3, 1);
    fixture.createGang();
    fixture.reconcile();
    fixture.nodes.bind(fixture.pod(0));
    fixture.nodes.start(fixture.pod(0));
    fixture.reconcile();
    assertThat(fixture.status().readyReplicas()).isEqualTo(1);
    assertThat(Conditions.isTrue(fixture.status().conditions(), ConditionTypes.AVAILABLE)).isTrue();
    fixture.nodes.runAll();

    Reconcile.Result<PodClique> result = fixture.reconcile();

    assertThat(fixture.status().readyReplicas()).isEqualTo(1);
    assertThat(result.memory().statusPendingSince()).isNotNull();
    assertThat(result.requeueAt()).isEqualTo(CliqueFixture.START.plusMillis(500));
    fixture.loop.runFor(Duration.ofMillis(500));
    assertThat(fixture.status().readyReplicas()).isEqualTo(3);
  }

  @Test
  void warns_when_every_scheduled_pod_is_lost() {
    CliqueFixture fixture = CliqueFixture.running(2, 1);
    fixture.pods().map(PodState::pod).toList().forEach(fixture.cluster::delete);

    fixture.reconcile();

    assertThat(fixture.cluster.events())
        .singleElement()
        .satisfies(event -> {
          assertThat(event.reason()).isEqualTo(EventReasons.ALL_SCHEDULED_REPLICAS_LOST);
          assertThat(event.warning()).isTrue();
        });
  }

  @Test
  void says_once_that_a_quota_forbids_pods_and_recovers() {
    CliqueFixture fixture = new CliqueFixture(3, 1);
    fixture.createGang();
    fixture.cluster.refuse(Action.Create.class::isInstance, 403, "exceeded quota: pods");
    fixture.reconcile();
    fixture.reconcile();
    assertThat(fixture.actions()).containsExactly("create Pod", "report PodClique", "create Pod");
    assertThat(fixture.status().lastErrors())
        .extracting(LastError::description)
        .containsExactly("exceeded quota: pods");
    fixture.cluster.refuseNothing();

    fixture.reconcile();
    fixture.loop.runFor(Duration.ofSeconds(1));

    assertThat(fixture.liveIndices()).containsExactly(0, 1, 2);
    assertThat(fixture.status().lastErrors()).isEmpty();
  }

  @Test
  void says_that_a_scheduler_is_not_enabled_without_trying_again() {
    CliqueFixture fixture = new CliqueFixture(2, 1);
    fixture.createGang();
    fixture.schedulerName("volcano");

    Reconcile.Result<PodClique> result = fixture.reconcile();

    assertThat(fixture.pods()).isEmpty();
    assertThat(result.mustRetry()).isFalse();
    assertThat(fixture.status().lastErrors())
        .singleElement()
        .satisfies(error -> {
          assertThat(error.code()).isEqualTo(ErrorCodes.BUILD_POD_RESOURCE);
          assertThat(error.description()).contains("volcano").contains("default-scheduler");
        });
  }
}
