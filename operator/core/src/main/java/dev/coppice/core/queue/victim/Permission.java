package dev.coppice.core.queue.victim;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which pods of a gang may go together by one verdict, for many questions: what a question needs is
 * found once, so that a gang on a hundred nodes costs no more than its pods.
 */
final class Permission {

  private final Verdict verdict;
  private final ElasticSelection selection;
  private final Map<String, GangPod> pods = new HashMap<>();
  private final Map<String, SubGroup> groups = new HashMap<>();
  private final Set<String> takeable;

  /** What a verdict permits. */
  Permission(Verdict verdict, ElasticSelection selection) {
    this.verdict = verdict;
    this.selection = selection;
    for (SubGroup group : verdict.gang().subGroups()) {
      group
          .pods()
          .forEach(pod -> {
            pods.put(pod.uid(), pod);
            groups.put(pod.uid(), group);
          });
    }
    takeable =
        verdict.takeable().stream()
            .map(GangPod::uid)
            .collect(Collectors.toCollection(HashSet::new));
  }

  /** The verdict. */
  Verdict verdict() {
    return verdict;
  }

  /**
   * Whether these pods may go together.
   *
   * @param victims their UIDs; what is not of the gang does not count
   */
  boolean permits(Collection<String> victims) {
    if (!verdict.protection().holds()) {
      return true;
    }
    boolean never = verdict.protection() instanceof Protection.NeverEvictable;
    List<String> lost =
        victims.stream()
            .distinct()
            .map(pods::get)
            .filter(Objects::nonNull)
            .filter(pod -> !isFree(pod, never))
            .map(GangPod::uid)
            .toList();
    if (lost.isEmpty() || never) {
      return lost.isEmpty();
    }
    return switch (selection) {
      case ORDERED -> takeable.containsAll(lost);
      case ANY_WITHIN_SURPLUS -> keepsMinimums(lost);
    };
  }

  /** A pod that goes already is no loss; one that has no place yet only to who never loses any. */
  private static boolean isFree(GangPod pod, boolean never) {
    return switch (pod.standing()) {
      case TERMINATING, ENDED -> true;
      case UNBOUND -> !never;
      case ACTIVE -> false;
    };
  }

  private boolean keepsMinimums(List<String> lost) {
    Map<String, Integer> losses = new HashMap<>();
    lost.forEach(
        uid -> losses.merge(Objects.requireNonNull(groups.get(uid)).name(), 1, Integer::sum));
    return verdict.gang().subGroups().stream()
        .allMatch(group -> losses.getOrDefault(group.name(), 0) <= group.surplus());
  }
}
