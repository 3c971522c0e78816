package dev.coppice.core.explain;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.status.Conditions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Parts of messages that several conditions and events share. */
public final class Messages {

  /** A message is read by people: what is longer than this is nobody's first question. */
  private static final int LONGEST = 1024;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ssX").withZone(ZoneOffset.UTC);

  private Messages() {}

  /** An instant of today, such as {@code 12:03:10Z}. */
  public static String time(Instant instant) {
    return TIME.format(instant);
  }

  /** A number of things, such as "1 pod" and "2 pods". */
  public static String count(int amount, String noun) {
    return amount + " " + noun + (amount == 1 ? "" : "s");
  }

  /** How many pods of a PodClique are Ready, as part of a sentence about something above it. */
  public static String podsOf(String podClique, int ready, int replicas) {
    return "PodClique %s has %d of %s ready".formatted(podClique, ready, count(replicas, "pod"));
  }

  /** A PodClique that is waited for, with its numbers, and since when if it has told so. */
  public static String unready(PodClique clique) {
    PodCliqueStatus status = clique.statusOrEmpty();
    String since =
        Conditions.find(status.conditions(), ConditionTypes.AVAILABLE)
            .filter(available -> "False".equals(available.getStatus()))
            .map(available -> " since " + time(Instant.parse(available.getLastTransitionTime())))
            .orElse("");
    return "PodClique %s with %d of %s ready%s"
        .formatted(
            clique.getMetadata().getName(),
            status.readyReplicas(),
            count(clique.getSpec().replicas(), "pod"),
            since);
  }

  /** An addition to a message about what is Ready; nothing if no pod is outdated. */
  public static String outdated(int pods) {
    return pods == 0 ? "" : ", %s of an old template".formatted(count(pods, "pod"));
  }

  /** A message that fits a condition. */
  public static String shortened(String message) {
    return shortened(message, LONGEST);
  }

  /** A message of so many characters at most; it is never cut within a character. */
  public static String shortened(String message, int longest) {
    if (message.length() <= longest) {
      return message;
    }
    int end = longest - 1;
    boolean splits = Character.isHighSurrogate(message.charAt(end - 1));
    return message.substring(0, splits ? end - 1 : end) + "…";
  }
}
