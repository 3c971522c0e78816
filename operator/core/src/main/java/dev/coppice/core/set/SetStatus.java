package dev.coppice.core.set;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.core.clique.ChildLabels;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Plan;
import dev.coppice.core.plan.PlannedEvent;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.rollout.TemplateHash;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.FirstFew;
import dev.coppice.core.status.LastErrors;
import dev.coppice.core.status.StatusWrite;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** The status of a set, and when it is written. */
final class SetStatus {

  private static final Purpose WRITE =
      Purpose.unannounced(ErrorCodes.UPDATE_SET_STATUS, "updated", "PodCliqueSet status");

  private SetStatus() {}

  static void plan(Snapshot<PodCliqueSet> snapshot, Plan.Builder plan, Instant now) {
    PodCliqueSet set = snapshot.primary();
    PodCliqueSetStatus before = set.statusOrEmpty();
    PodCliqueSetStatus wanted = compute(snapshot, now);
    boolean urgent =
        Conditions.flips(before.conditions(), wanted.conditions(), ConditionTypes.AVAILABLE)
            || !Objects.equals(before.currentGenerationHash(), wanted.currentGenerationHash());
    switch (StatusWrite.decide(!wanted.equals(before), urgent, snapshot.unwrittenSince(), now)) {
      case StatusWrite.Unchanged _ -> {}
      case StatusWrite.Now _ -> {
        plan.add(put(set, wanted));
        if (!plan.isIdle() && isSupported(before) && !isSupported(wanted)) {
          plan.tell(
              new PlannedEvent(
                  true,
                  EventReasons.NOT_IMPLEMENTED,
                  unsupported(FirstFew.of(UnsupportedFields.of(set)))));
        }
      }
      case StatusWrite.At at -> plan.lookAt(at.due()).statusUnwritten();
    }
  }

  private static PodCliqueSetStatus compute(Snapshot<PodCliqueSet> snapshot, Instant now) {
    PodCliqueSet set = snapshot.primary();
    PodCliqueSetStatus before = set.statusOrEmpty();
    int replicas = set.getSpec().replicas();
    String generationHash = TemplateHash.generation(set);
    ReplicaAvailability availability = new ReplicaAvailability(snapshot, generationHash);
    int available = (int) IntStream.range(0, replicas).filter(availability::isAvailable).count();
    int updated = (int) IntStream.range(0, replicas).filter(availability::isUpdated).count();
    return PodCliqueSetStatusBuilder.builder(before)
        .observedGeneration(set.getMetadata().getGeneration())
        .replicas(replicas)
        .availableReplicas(available)
        .updatedReplicas(updated)
        .hpaPodSelector(ChildLabels.selector(ChildLabels.common(set.getMetadata().getName())))
        .currentGenerationHash(generationHash)
        .conditions(conditions(set, before.conditions(), available, now))
        .lastErrors(LastErrors.of(before.lastErrors(), snapshot.refusals(), now))
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
    PodCliqueSet written = new PodCliqueSet();
    written.setMetadata(set.getMetadata());
    written.setSpec(set.getSpec());
    written.setStatus(status);
    return new Action.PutStatus(written, false, WRITE);
  }
}
