package dev.coppice.core.unreadable;

import dev.coppice.core.object.Unreadable;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** What cannot be read, and why, for people. */
final class UnreadableText {

  /** What a message may take. */
  static final int LONGEST = 1024;

  private UnreadableText() {}

  /** What is said of an object itself: what cannot be read there, or elsewhere. */
  static String of(HasMetadata object, List<HasMetadata> parts) {
    HasMetadata first = parts.getFirst();
    boolean self = first.getMetadata().getUid().equals(object.getMetadata().getUid());
    return self ? "cannot be read: " + cause(first) + others(parts) : of(parts);
  }

  /** What is said elsewhere: the first by name, and the number of the others. */
  static String of(List<HasMetadata> parts) {
    HasMetadata first = parts.getFirst();
    return "%s %s cannot be read: %s%s"
        .formatted(first.getKind(), first.getMetadata().getName(), cause(first), others(parts));
  }

  private static String cause(HasMetadata object) {
    return Unreadable.of(object)
        .map(why ->
            why.path().isEmpty()
                ? Words.quote(why.cause())
                : "%s: %s".formatted(Words.quote(why.path()), Words.quote(why.cause())))
        .orElse("");
  }

  private static String others(List<HasMetadata> parts) {
    int more = parts.size() - 1;
    return more == 0 ? "" : "; nor can " + Words.count(more, "other object");
  }
}
