package dev.coppice.kube.reconcile;

import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.schema.SchemaGaps;
import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.event.EventRecorder;
import dev.coppice.kube.execute.Executor;
import dev.coppice.kube.metrics.QueueTimes;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Reconciles over ConfigMaps, with events written by the caller's thread. */
final class ReconciliationFixture {

  private ReconciliationFixture() {}

  static Reconciliation<ConfigMap> reconciliation(
      Planner<ConfigMap> planner,
      Function<ConfigMap, Set<Failure>> standing,
      ApiServer api,
      InstantSource clock,
      MeterRegistry registry,
      int concurrent) {
    KubernetesSerialization serialization = new KubernetesSerialization();
    return new Reconciliation<>(
        planner,
        standing,
        new Executor(api, serialization, 2),
        new EventRecorder(api, serialization, clock, "test-controller", Runnable::run),
        clock,
        new ReconcileMeters(
            registry, ConfigMap.class, new QueueTimes(registry, List.of(ConfigMap.class))),
        concurrent,
        () -> SchemaGaps.NONE);
  }
}
