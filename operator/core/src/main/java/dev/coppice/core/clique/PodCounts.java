package dev.coppice.core.clique;

import dev.coppice.api.clique.SubGroupStatus;
import dev.coppice.core.availability.AvailabilityHistory;
import dev.coppice.core.availability.ReadyCount;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.training.AttemptCount;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How many pods of a clique are what. Those of a training job that are done count as if they were
 * there.
 *
 * @param existing pods that neither terminate nor have ended
 * @param ready those that are Ready
 * @param scheduled those that have a place
 * @param updated those that are made from the template that the clique carries
 * @param gated those that a scheduling gate holds back
 * @param running those in phase Running
 * @param subGroups how they stand in their subgroups; null if the clique is not divided
 * @param history what the clique has once reached
 * @param breach the condition MinAvailableBreached, still without its transition time
 */
record PodCounts(
    int existing,
    int ready,
    int scheduled,
    int updated,
    int gated,
    int running,
    @Nullable SubGroupStatus subGroups,
    AvailabilityHistory history,
    Condition breach) {

  static PodCounts of(CliqueView view) {
    List<PodState> live = view.live();
    ReadyCount ready = view.readyCount();
    return new PodCounts(
        live.size(),
        ready.ready(),
        count(live, PodState::scheduled),
        updated(view, live),
        count(live, PodState::gated),
        running(live),
        view.subGroups(),
        ready.history(),
        ready.breach());
  }

  /** The same for a training job; of an attempt that may not run there is nothing to count. */
  static PodCounts of(AttemptView attempt) {
    CliqueView view = attempt.view();
    AttemptCount count = attempt.count();
    List<PodState> pods = attempt.open();
    return new PodCounts(
        count.existing(),
        count.available(),
        count.scheduled(),
        count.existing() - (pods.size() - updated(view, pods)),
        count(pods, PodState::gated),
        running(pods),
        attempt.subGroups(),
        attempt.mayRun()
            ? view.history().with(count.available(), attempt.minimum(), false)
            : view.history(),
        attempt.breach());
  }

  /** How much is Ready where it is compared with a minimum. */
  int readyUnits() {
    return subGroups == null ? ready : subGroups.readyUnits();
  }

  /** How much has a place where it is compared with a minimum. */
  int scheduledUnits() {
    return subGroups == null ? scheduled : subGroups.scheduledUnits();
  }

  private static int updated(CliqueView view, List<PodState> pods) {
    return count(pods, view::isCurrent);
  }

  private static int running(List<PodState> pods) {
    return count(pods, pod -> pod.phase() == PodState.Phase.RUNNING);
  }

  private static int count(List<PodState> pods, Predicate<PodState> which) {
    return Math.toIntExact(pods.stream().filter(which).count());
  }
}
