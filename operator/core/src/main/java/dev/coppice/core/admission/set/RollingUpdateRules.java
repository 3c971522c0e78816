package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.RollingUpdate;
import dev.coppice.api.set.UpdateStrategy;
import dev.coppice.api.set.UpdateStrategyType;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.CliqueTemplates;
import org.jspecify.annotations.Nullable;

/** What is said about rolling updates: numbers above 0, and only where something rolls by them. */
final class RollingUpdateRules {

  private static final String FIELD = "rollingUpdate";

  private RollingUpdateRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) -> {
          FieldPath field = path.child(FIELD);
          if (clique.rollingUpdate() != null) {
            CliqueTemplates.groupOf(set.getSpec().template(), clique.name())
                .ifPresent(group ->
                    found.forbidden(
                        field,
                        Words.sentence(
                            "the clique is updated with its scaling group %s; write it there",
                            group.name())));
          }
          check(set, field, clique.rollingUpdate(), found);
        });
    Parts.forEachGroup(
        set, (path, group) -> check(set, path.child(FIELD), group.rollingUpdate(), found));
  }

  private static void check(
      PodCliqueSet set, FieldPath path, @Nullable RollingUpdate said, Findings.Collector found) {
    if (said == null) {
      return;
    }
    if (isOnDelete(set)) {
      found.forbidden(path, "only with updateStrategy.type RollingRecreate");
    }
    if (set.getSpec().trains()) {
      found.forbidden(path, "pods of a training job are not updated");
    }
    Integer most = said.maxUnavailable();
    if (most != null && most < 1) {
      found.invalid(path.child("maxUnavailable"), most, "must be greater than 0");
    }
    FieldPath deadline = path.child("progressDeadline");
    LengthOfTime.read(deadline, said.progressDeadline(), found)
        .filter(read -> !read.isPositive())
        .ifPresent(_ ->
            found.invalid(
                deadline,
                said.progressDeadline(),
                "must be greater than 0; leave it out to be told of no deadline"));
  }

  private static boolean isOnDelete(PodCliqueSet set) {
    UpdateStrategy strategy = set.getSpec().updateStrategy();
    return strategy != null && strategy.type() == UpdateStrategyType.ON_DELETE;
  }
}
