package dev.coppice.core.reconcile;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** ConfigMaps that are reconciled, and an API server that obeys. */
final class ReconcileFixture {

  static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  static final Purpose PURPOSE = Purpose.unannounced("ERR", "created", "ConfigMap");
  static final Snapshot<ConfigMap> START = Snapshot.of(named("p"), Observed.of(List.of()));

  private ReconcileFixture() {}

  static List<Answer> accept(Plan plan) {
    return plan.actions().stream()
        .map(action -> new Answer(action, new Outcome.Done(named(action.target().name()))))
        .toList();
  }

  static Plan creating(String name) {
    return Plan.builder(Failures.none()).add(new Action.Create(named(name), PURPOSE)).build();
  }

  static ConfigMap named(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("n")
        .withName(name)
        .withUid("1")
        .endMetadata()
        .build();
  }
}
