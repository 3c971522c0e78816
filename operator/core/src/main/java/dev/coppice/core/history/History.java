package dev.coppice.core.history;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The greatest revision of each subject that one process has seen: of a collection, or of one
 * object. Only revisions of one subject prove anything, because kinds may be stored apart. What is
 * compared with it had to be answered with all that had been written: neither from a cache of the
 * API server nor, for a write, without writing anything.
 *
 * @param seen by the path of the subject
 */
public record History(Map<String, Long> seen) {

  /** Nothing has been seen: nothing can be older. */
  public static final History NONE = new History(Map.of());

  public History {
    seen = Map.copyOf(seen);
  }

  /** The number in a resourceVersion; empty for what is none, of which nothing is known. */
  public static OptionalLong revision(@Nullable String resourceVersion) {
    if (resourceVersion == null || !resourceVersion.matches("[1-9][0-9]{0,18}")) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(resourceVersion));
    } catch (NumberFormatException _) {
      return OptionalLong.empty();
    }
  }

  /** The same after one more was seen; itself if that is not greater. */
  public History with(String subject, long revision) {
    if (revision <= seen.getOrDefault(subject, 0L)) {
      return this;
    }
    Map<String, Long> more = new HashMap<>(seen);
    more.put(subject, revision);
    return new History(more);
  }

  /** Whether anything of the subject was seen. */
  public boolean knows(String subject) {
    return seen.containsKey(subject);
  }

  /**
   * Whether an answer shows that the history was cut. Asked of what had been seen when the request
   * began: what was seen meanwhile may be later than the answer.
   */
  public Optional<Cut> cut(String subject, long answered) {
    Long before = seen.get(subject);
    return before != null && answered < before
        ? Optional.of(new Cut.Older(subject, before, answered))
        : Optional.empty();
  }

  /**
   * Subjects that were seen at a later revision than one answer about another subject tells. Where
   * all kinds are stored together each of them is proof; to be sure each has to be asked for.
   */
  public Set<String> ahead(long answered) {
    return seen.entrySet().stream()
        .filter(entry -> entry.getValue() > answered)
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }
}
