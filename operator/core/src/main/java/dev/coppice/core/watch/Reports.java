package dev.coppice.core.watch;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.object.RefusedTemplate;
import java.util.List;
import java.util.Objects;

/** Tells what other levels read in an object's status from what is there for people only. */
public final class Reports {

  private Reports() {}

  /** Whether the levels above a PodClique can read a difference. */
  public static boolean differ(PodClique now, PodClique before) {
    return !read(now.statusOrEmpty()).equals(read(before.statusOrEmpty()));
  }

  // Which pods failed is the clique's own affair, and where they are that of their group; what is
  // missing shows in its counts.
  private static PodCliqueStatus read(PodCliqueStatus status) {
    return PodCliqueStatusBuilder.builder(status).podFailures(List.of()).group(null).build();
  }

  /** Whether the set of a scaling group can read a difference. */
  public static boolean differ(PodCliqueScalingGroup now, PodCliqueScalingGroup before) {
    return Changes.ofStatus(now, before);
  }

  /** Whether the levels below a PodCliqueSet can read a difference. */
  public static boolean differ(PodCliqueSet now, PodCliqueSet before) {
    PodCliqueSetStatus after = now.statusOrEmpty();
    PodCliqueSetStatus old = before.statusOrEmpty();
    return !Objects.equals(after.currentGenerationHash(), old.currentGenerationHash())
        || !Objects.equals(after.restartedAt(), old.restartedAt())
        || !after.replicaDeletions().equals(old.replicaDeletions())
        || !after.replicaAttempts().equals(old.replicaAttempts())
        || isFailing(after) != isFailing(old)
        || RefusedTemplate.isToldBy(now) != RefusedTemplate.isToldBy(before)
        || !Objects.equals(after.updateProgress(), old.updateProgress());
  }

  // What a PodClique is told then is believed only with this.
  private static boolean isFailing(PodCliqueSetStatus status) {
    return status.conditions().stream()
        .anyMatch(condition ->
            condition.getType().equals(ConditionTypes.FAILURE_TARGET)
                && condition.getStatus().equals("True"));
  }
}
