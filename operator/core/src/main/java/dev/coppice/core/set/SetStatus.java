package dev.coppice.core.set;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.ValidCondition;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.set.UnsupportedFields;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.LastErrors;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What is reported about a set. */
final class SetStatus {

  private SetStatus() {}

  /** Of a set that lacks parts there is nothing to count by: what was counted last stays. */
  static PodCliqueSetStatus of(
      Snapshot<PodCliqueSet> snapshot, ResolvedSet.Incomplete set, Instant now) {
    return withFindings(snapshot, set.findings(), set.set().statusOrEmpty(), now);
  }

  /**
   * The status that describes what is seen.
   *
   * @param update the update of the set
   * @param progress how far it has come; null while there never was one
   */
  static PodCliqueSetStatus of(
      SetView view, SetUpdate update, @Nullable PodCliqueSetUpdateProgress progress) {
    PodCliqueSetStatus before = view.status();
    ReplicaAvailability availability = new ReplicaAvailability(view);
    int available =
        (int) IntStream.range(0, view.counted()).filter(availability::isAvailable).count();
    int updated = (int) IntStream.range(0, view.counted()).filter(availability::isUpdated).count();
    List<Condition> conditions = conditions(view, before.conditions(), available);
    PodCliqueSetStatus counted =
        PodCliqueSetStatusBuilder.builder(before)
            .updateProgress(progress)
            .replicas(view.replicas())
            .availableReplicas(available)
            .updatedReplicas(updated)
            .hpaPodSelector(ChildLabels.selector(ChildLabels.common(view.name())))
            .currentGenerationHash(view.resolved().generationHash())
            .replicaDeletions(
                view.resolved().isBounded()
                    ? SetTeardown.completed(view)
                    : before.replicaDeletions())
            .conditions(
                progress == null
                    ? conditions
                    : update
                        .progressing(progress, updated)
                        .setIn(conditions, generation(view.set()), view.now()))
            .build();
    return withFindings(view.snapshot(), view.resolved().findings(), counted, view.now());
  }

  private static PodCliqueSetStatus withFindings(
      Snapshot<PodCliqueSet> snapshot, Findings findings, PodCliqueSetStatus status, Instant now) {
    PodCliqueSet set = snapshot.primary();
    return PodCliqueSetStatusBuilder.builder(status)
        .observedGeneration(generation(set))
        .conditions(ValidCondition.set(status.conditions(), findings, set, now))
        .lastErrors(LastErrors.of(status.lastErrors(), snapshot.failures(), now))
        .build();
  }

  private static List<Condition> conditions(SetView view, List<Condition> before, int available) {
    boolean all = available == view.replicas();
    return Conditions.set(
        UnsupportedFields.setIn(before, view.set(), view.now()),
        Conditions.of(
            ConditionTypes.AVAILABLE,
            all,
            all ? ConditionReasons.ALL_AVAILABLE : ConditionReasons.INSUFFICIENT_AVAILABLE,
            "%d of %d replicas are available".formatted(available, view.replicas()),
            generation(view.set())),
        view.now());
  }

  private static Long generation(PodCliqueSet set) {
    return set.getMetadata().getGeneration();
  }
}
