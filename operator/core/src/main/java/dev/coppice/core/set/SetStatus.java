package dev.coppice.core.set;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.clique.ChildLabels;
import dev.coppice.core.clique.ReplicaIndex;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Children;
import dev.coppice.core.plan.Plan;
import dev.coppice.core.plan.PlannedEvent;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.rollout.TemplateHash;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.FirstFew;
import dev.coppice.core.status.LastErrors;
import dev.coppice.core.status.StatusWrite;
import dev.coppice.core.validity.ValidCondition;
import dev.coppice.core.validity.Validity;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The status of a set, and when it is written. */
final class SetStatus {

  static final Purpose WRITE =
      Purpose.unannounced(ErrorCodes.UPDATE_SET_STATUS, "updated", "PodCliqueSet status");

  private SetStatus() {}

  static void plan(
      Snapshot<PodCliqueSet> snapshot,
      Validity validity,
      Findings findings,
      List<ReplicaDeletion> records,
      Plan.Builder plan,
      Instant now) {
    PodCliqueSet set = snapshot.primary();
    PodCliqueSetStatus before = set.statusOrEmpty();
    PodCliqueSetStatus wanted =
        PodCliqueSetStatusBuilder.builder(compute(snapshot, validity, findings, now))
            .replicaDeletions(records)
            .build();
    boolean urgent =
        Conditions.flips(before.conditions(), wanted.conditions(), ConditionTypes.AVAILABLE)
            || ValidCondition.isNews(before.conditions(), wanted.conditions())
            || !before.replicaDeletions().equals(wanted.replicaDeletions())
            || !SetUpdate.isSame(before.updateProgress(), wanted.updateProgress())
            || !Objects.equals(before.currentGenerationHash(), wanted.currentGenerationHash());
    switch (StatusWrite.decide(
        !wanted.equals(before), urgent, snapshot.memory().unwrittenSince(), now)) {
      case StatusWrite.Unchanged _ -> {}
      case StatusWrite.Now _ -> {
        plan.add(put(set, wanted));
        if (!plan.isIdle()) {
          tell(set, before, wanted, plan);
        }
      }
      case StatusWrite.At at -> plan.lookAt(at.due()).statusUnwritten();
    }
  }

  private static void tell(
      PodCliqueSet set, PodCliqueSetStatus before, PodCliqueSetStatus after, Plan.Builder plan) {
    ValidCondition.event(before.conditions(), after.conditions()).ifPresent(plan::tell);
    UpdateEvents.of(set, before.updateProgress(), after).forEach(plan::tell);
    if (isSupported(before) && !isSupported(after)) {
      plan.tell(
          new PlannedEvent(
              true,
              EventReasons.NOT_IMPLEMENTED,
              unsupported(FirstFew.of(UnsupportedFields.of(set)))));
    }
  }

  private static PodCliqueSetStatus compute(
      Snapshot<PodCliqueSet> snapshot, Validity validity, Findings findings, Instant now) {
    PodCliqueSet set = snapshot.primary();
    PodCliqueSetStatus status =
        validity.isComplete(set)
            ? account(snapshot, counted(snapshot, validity), findings.isAllowed(), now)
            // There is nothing to count by: what was counted last stays.
            : set.statusOrEmpty();
    return PodCliqueSetStatusBuilder.builder(status)
        .observedGeneration(set.getMetadata().getGeneration())
        .conditions(ValidCondition.set(status.conditions(), findings, set, now))
        .lastErrors(LastErrors.of(status.lastErrors(), snapshot.refusals(), now))
        .build();
  }

  /** How many replicas are looked at: a number without bound is not counted up to. */
  static int counted(Snapshot<PodCliqueSet> snapshot, Validity validity) {
    int replicas = snapshot.primary().getSpec().replicas();
    return validity.isWorkable(snapshot.primary())
        ? replicas
        : ReplicaIndex.within(
            replicas,
            Stream.concat(
                Children.owned(snapshot, PodClique.class),
                Children.owned(snapshot, PodCliqueScalingGroup.class)),
            Labels.SET_REPLICA_INDEX);
  }

  private static PodCliqueSetStatus account(
      Snapshot<PodCliqueSet> snapshot, int counted, boolean valid, Instant now) {
    PodCliqueSet set = snapshot.primary();
    PodCliqueSetStatus before = set.statusOrEmpty();
    int replicas = set.getSpec().replicas();
    String generationHash = TemplateHash.generation(set);
    ReplicaAvailability availability = new ReplicaAvailability(snapshot, generationHash);
    int available = (int) IntStream.range(0, counted).filter(availability::isAvailable).count();
    int updated = (int) IntStream.range(0, counted).filter(availability::isUpdated).count();
    SetUpdate update = new SetUpdate(snapshot, counted, availability, now);
    // Nothing is given up while nothing is made.
    PodCliqueSetUpdateProgress progress =
        valid ? update.next(generationHash) : before.updateProgress();
    List<Condition> conditions = conditions(set, before.conditions(), available, now);
    return PodCliqueSetStatusBuilder.builder(before)
        .updateProgress(progress)
        .replicas(replicas)
        .availableReplicas(available)
        .updatedReplicas(updated)
        .hpaPodSelector(ChildLabels.selector(ChildLabels.common(set.getMetadata().getName())))
        .currentGenerationHash(generationHash)
        .conditions(
            progress == null
                ? conditions
                : update
                    .progressing(progress, updated)
                    .setIn(conditions, set.getMetadata().getGeneration(), now))
        .build();
  }

  private static List<Condition> conditions(
      PodCliqueSet set, List<Condition> before, int available, Instant now) {
    int replicas = set.getSpec().replicas();
    boolean all = available == replicas;
    return Conditions.set(
        supported(set, before, now),
        Conditions.of(
            ConditionTypes.AVAILABLE,
            all,
            all ? ConditionReasons.ALL_AVAILABLE : ConditionReasons.INSUFFICIENT_AVAILABLE,
            "%d of %d replicas are available".formatted(available, replicas),
            set.getMetadata().getGeneration()),
        now);
  }

  // Absent as long as there is nothing to say.
  private static List<Condition> supported(PodCliqueSet set, List<Condition> before, Instant now) {
    List<String> fields = UnsupportedFields.of(set);
    return fields.isEmpty()
        ? Conditions.remove(before, ConditionTypes.SUPPORTED)
        : Conditions.set(
            before,
            Conditions.of(
                ConditionTypes.SUPPORTED,
                false,
                ConditionReasons.NOT_IMPLEMENTED,
                unsupported(String.join(", ", fields)),
                set.getMetadata().getGeneration()),
            now);
  }

  private static boolean isSupported(PodCliqueSetStatus status) {
    return Conditions.find(status.conditions(), ConditionTypes.SUPPORTED)
        .filter(condition -> condition.getStatus().equals("False"))
        .isEmpty();
  }

  private static String unsupported(String fields) {
    return "the set runs, but these fields do nothing yet: " + fields;
  }

  private static Action put(PodCliqueSet set, PodCliqueSetStatus status) {
    PodCliqueSet written = set.withStatus(status);
    return new Action.PutStatus(written, false, WRITE);
  }
}
