package dev.coppice.core.explain;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.slots.Division;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Parts of messages that several conditions and events share. */
public final class Messages {

  /** A message is read by people: what is longer than this is nobody's first question. */
  private static final int LONGEST = 1024;

  private Messages() {}

  /** How many pods of a PodClique are Ready, as part of a sentence about something above it. */
  public static String podsOf(String podClique, int ready, int replicas) {
    return "PodClique %s has %d of %s ready"
        .formatted(podClique, ready, Words.count(replicas, "pod"));
  }

  /**
   * How many of what is asked for there are, and how many must be if they are too few. What
   * somebody has scaled below its minAvailable needs no more than it is asked for, and says so.
   *
   * @param what they are, such as "pods are ready"
   * @param minimum how many must be
   * @param minAvailable what is asked for beside the number of replicas; null for nothing
   */
  public static String enough(
      int have, int replicas, String what, int minimum, @Nullable Integer minAvailable) {
    String count = "%d of %d %s".formatted(have, replicas, what);
    if (minAvailable != null && minimum < minAvailable) {
      return "%s; scaled to %d, below minAvailable %d".formatted(count, replicas, minAvailable);
    }
    return have >= minimum ? count : "%s, %d must be".formatted(count, minimum);
  }

  /** A PodClique that is waited for, with its numbers, and since when if it has told so. */
  public static String unready(PodClique clique) {
    PodCliqueStatus status = clique.statusOrEmpty();
    String since =
        Conditions.find(status.conditions(), ConditionTypes.AVAILABLE)
            .filter(available -> "False".equals(available.getStatus()))
            .map(available ->
                " since " + Words.time(Instant.parse(available.getLastTransitionTime())))
            .orElse("");
    return "PodClique %s with %d of %s ready%s"
        .formatted(
            clique.getMetadata().getName(),
            status.readyReplicas(),
            Words.count(Division.pods(clique), "pod"),
            since);
  }

  /** An addition to a message about what is Ready; nothing if no pod is outdated. */
  public static String outdated(int pods) {
    return pods == 0 ? "" : ", %s of an old template".formatted(Words.count(pods, "pod"));
  }

  /** A message that fits a condition. */
  public static String shortened(String message) {
    return Words.shortened(message, LONGEST);
  }
}
