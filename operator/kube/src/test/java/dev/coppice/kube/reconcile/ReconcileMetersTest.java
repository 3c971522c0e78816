package dev.coppice.kube.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.kube.metrics.QueueTimes;
import dev.coppice.kube.reconcile.ReconcileMeters.Measured;
import dev.coppice.kube.reconcile.ReconcileMeters.Phase;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReconcileMetersTest {

  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final ReconcileMeters meters =
      new ReconcileMeters(
          registry, ConfigMap.class, new QueueTimes(registry, List.of(ConfigMap.class)));

  @Test
  void shows_every_result_from_the_start() {
    assertThat(registry.get("coppice.reconcile").tag("level", "configmap").counters())
        .hasSize(ReconcileResult.values().length)
        .allMatch(counter -> counter.count() == 0);
  }

  @Test
  void sums_each_phase_over_the_rounds_of_a_reconcile() {
    Measured reconcile = meters.begin();
    spend(reconcile, Phase.OBSERVE, 1);
    spend(reconcile, Phase.PLAN, 2);
    spend(reconcile, Phase.APPLY, 30);
    spend(reconcile, Phase.PLAN, 3);
    spend(reconcile, Phase.APPLY, 40);
    spend(reconcile, Phase.PLAN, 4);

    reconcile.end(ReconcileResult.SETTLED);

    assertThat(millis(Phase.OBSERVE)).isEqualTo(1);
    assertThat(millis(Phase.PLAN)).isEqualTo(9);
    assertThat(millis(Phase.APPLY)).isEqualTo(70);
    assertThat(timer(Phase.APPLY).count()).isEqualTo(1);
    assertThat(registry.get("coppice.reconcile.rounds").summary().totalAmount()).isEqualTo(2);
    assertThat(registry.get("coppice.reconcile").tag("result", "settled").counter())
        .returns(1.0, Counter::count);
  }

  @Test
  void leaves_a_phase_out_that_a_reconcile_did_not_come_to() {
    Measured reconcile = meters.begin();
    spend(reconcile, Phase.OBSERVE, 1);
    spend(reconcile, Phase.PLAN, 0);

    reconcile.end(ReconcileResult.SETTLED);

    assertThat(timer(Phase.PLAN).count()).isEqualTo(1);
    assertThat(timer(Phase.APPLY).count()).isZero();
  }

  private void spend(Measured reconcile, Phase phase, int millis) {
    reconcile.in(
        phase,
        () -> {
          clock.add(Duration.ofMillis(millis));
          return phase;
        });
  }

  private double millis(Phase phase) {
    return timer(phase).totalTime(TimeUnit.MILLISECONDS);
  }

  private Timer timer(Phase phase) {
    return registry
        .get("coppice.reconcile.phase")
        .tag("phase", phase.name().toLowerCase(Locale.ROOT))
        .timer();
  }
}
