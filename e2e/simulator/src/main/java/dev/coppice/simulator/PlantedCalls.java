package dev.coppice.simulator;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.reconcile.Action;
import dev.coppice.simulator.model.ClusterModel;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;

/** Mistakes in how an action becomes a call. */
final class PlantedCalls {

  private PlantedCalls() {}

  /** Deletes whatever bears the name. */
  static Action byName(ClusterModel cluster, Action action) {
    return action instanceof Action.Delete delete
        ? cluster
            .find(delete.target())
            .<Action>map(stored ->
                new Action.Delete(
                    delete.target(), stored.getMetadata().getUid(), null, delete.purpose()))
            .orElse(delete)
        : action;
  }

  /** Deletes a PodClique in whatever state it is. */
  static Action asItIs(Action action) {
    return action instanceof Action.Delete delete && delete.target().type() == PodClique.class
        ? new Action.Delete(delete.target(), delete.uid(), null, delete.purpose())
        : action;
  }

  /** Writes over whatever status stands there. */
  static Action unlocked(ClusterModel cluster, Action action) {
    if (!(action instanceof Action.PutStatus put) || !(put.object() instanceof PodClique written)) {
      return action;
    }
    PodClique forced = new PodClique();
    forced.setSpec(written.getSpec());
    forced.setStatus(written.getStatus());
    forced.setMetadata(
        cluster
            .find(put.target())
            .filter(stored -> stored.getMetadata().getUid().equals(written.getMetadata().getUid()))
            .map(stored ->
                new ObjectMetaBuilder(written.getMetadata())
                    .withResourceVersion(stored.getMetadata().getResourceVersion())
                    .build())
            .orElse(written.getMetadata()));
    return new Action.PutStatus(forced, put.intent(), put.purpose());
  }
}
