package dev.coppice.simulator;

import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Set;

/** Mistakes in what a PodClique looks at. */
final class PlantedViews {

  private PlantedViews() {}

  /** A base gang that is not there is none. */
  static Planner<PodClique> withoutBaseWhereNoneIs(Planner<PodClique> planner) {
    return (snapshot, now) -> {
      Map<String, String> labels = snapshot.primary().getMetadata().getLabels();
      String base = labels.get(Labels.BASE_POD_GANG);
      boolean missing =
          base != null
              && snapshot
                  .observed()
                  .get(PodGang.class, snapshot.primary().getMetadata().getNamespace(), base)
                  .isEmpty();
      return planner.plan(
          missing ? snapshot.mapPrimary(clique -> without(clique, Labels.BASE_POD_GANG)) : snapshot,
          now);
    };
  }

  private static PodClique without(PodClique clique, String label) {
    PodClique changed = new PodClique();
    changed.setSpec(clique.getSpec());
    changed.setStatus(clique.getStatus());
    changed.setMetadata(
        new ObjectMetaBuilder(clique.getMetadata()).removeFromLabels(label).build());
    return changed;
  }

  /** Sees no pods but its own. */
  static Planner<PodClique> ofOwnPods(Planner<PodClique> planner) {
    return (snapshot, now) ->
        planner.plan(
            PlantedTermination.looking(
                snapshot,
                Observed.of(
                    snapshot
                        .observed()
                        .all()
                        .filter(object -> isOwnPodOrNoPod(snapshot.primary(), object))
                        .toList()),
                snapshot.live()),
            now);
  }

  /** Leaves to the garbage collector what an earlier owner has left. */
  static <P extends HasMetadata> Planner<P> waitingForLeftovers(Planner<P> planner) {
    return (snapshot, now) -> {
      Plan plan = planner.plan(snapshot, now);
      return PlantedTermination.with(
          plan,
          plan.actions().stream()
              .filter(
                  action -> !EventReasons.LEFTOVER_DELETED.equals(action.purpose().successReason()))
              .toList());
    };
  }

  private static boolean isOwnPodOrNoPod(PodClique clique, HasMetadata object) {
    return !(object instanceof Pod) || Ownership.isControlledBy(object, clique);
  }

  /** Hears nothing of other PodCliques. */
  static Watches<PodClique> deafToSiblings(Watches<PodClique> watches) {
    return new Watches<>() {
      @Override
      public Set<Class<? extends HasMetadata>> kinds() {
        return watches.kinds();
      }

      @Override
      public boolean relates(PodClique primary, HasMetadata other) {
        return watches.relates(primary, other);
      }

      @Override
      public boolean changed(HasMetadata now, HasMetadata before) {
        return !(now instanceof PodClique) && watches.changed(now, before);
      }
    };
  }
}
