package dev.coppice.core.set;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangPhases;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.unreadable.UnreadableParts;
import dev.coppice.core.unreadable.UnreadableStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What is told of a set that cannot be read, or of which a part cannot, and nothing else. */
final class SetUnreadable {

  private static final UnreadableStatus<PodCliqueSet> SET =
      new UnreadableStatus<>(
          Set.of(ConditionTypes.READY, ConditionTypes.VALID),
          set -> set.statusOrEmpty().conditions(),
          set -> UnreadableStatus.observed(set.statusOrEmpty().observedGeneration()),
          conditions ->
              PodCliqueSetStatusBuilder.builder(PodCliqueSetStatus.EMPTY)
                  .conditions(conditions)
                  .build(),
          SetStatusWrite.PURPOSE);

  /** Nobody but its set tells of a gang. */
  private static final UnreadableStatus<PodGang> GANG =
      new UnreadableStatus<>(
          Set.of(ConditionTypes.READY),
          gang -> gang.statusOrEmpty().conditions(),
          _ -> OptionalLong.empty(),
          conditions ->
              PodGangStatusBuilder.builder(PodGangStatus.EMPTY)
                  .phase(PodGangPhases.PENDING)
                  .conditions(conditions)
                  .build(),
          Purpose.unannounced(ErrorCodes.CREATE_OR_PATCH_POD_GANG, "updated", "PodGang status"));

  private SetUnreadable() {}

  static void plan(UnreadableParts<PodCliqueSet> unreadable, Plan.Builder plan, Instant now) {
    SET.plan(unreadable, plan, now);
    unreadable.parts().stream()
        .filter(PodGang.class::isInstance)
        .map(PodGang.class::cast)
        .map(gang -> GANG.told(gang, now))
        .flatMap(Optional::stream)
        .forEach(plan::add);
  }
}
