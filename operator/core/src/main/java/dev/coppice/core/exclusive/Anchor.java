package dev.coppice.core.exclusive;

import dev.coppice.api.clique.GroupDomain;
import dev.coppice.core.exclusive.AnchorDecision.DeleteOlder;
import dev.coppice.core.exclusive.AnchorDecision.DeleteSplit;
import dev.coppice.core.exclusive.AnchorDecision.NextEpoch;
import dev.coppice.core.exclusive.AnchorDecision.RecordDomain;
import dev.coppice.core.exclusive.AnchorDecision.Settled;
import dev.coppice.core.exclusive.GroupPod.Standing;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a group comes to one domain of nodes and stays there. Its leader is placed first, anywhere;
 * where it has come to is written down before another pod is let go, and those are kept to it.
 * While one pod is there, whoever comes back follows it; when none is, the group looks for a domain
 * anew, with pods that no decision of before can send anywhere.
 *
 * @param recorded what the PodClique of the leader has written down
 * @param topologyKey the label whose values are the domains; null if the group may share them: then
 *     only old pods of a subgroup hold new ones
 * @param pods those of the group, by slot
 */
public record Anchor(GroupDomain recorded, @Nullable String topologyKey, List<GroupPod> pods) {

  public Anchor {
    pods = pods.stream().sorted(GroupPod.BY_SLOT).toList();
  }

  /** What has to be done first. */
  public AnchorDecision decision() {
    if (topologyKey == null) {
      return new Settled();
    }
    // A PodClique of a leader that was made again has forgotten what its group has come to.
    int newest = live().mapToInt(GroupPod::epoch).max().orElse(0);
    if (newest > recorded.epoch()) {
      return new NextEpoch(newest);
    }
    List<GroupPod> older = older().toList();
    if (!older.isEmpty()) {
      return new DeleteOlder(older);
    }
    return split()
        .<AnchorDecision>map(AnchorDecision.class::cast)
        .or(this::record)
        .or(this::lost)
        .or(this::misdirected)
        .orElseGet(Settled::new);
  }

  private Stream<GroupPod> live() {
    return pods.stream().filter(GroupPod::isLive);
  }

  Stream<GroupPod> bound() {
    return pods.stream().filter(GroupPod::isBound);
  }

  private Stream<GroupPod> older() {
    return live().filter(pod -> pod.isOlderThan(recorded.epoch()));
  }

  // The smaller side goes; of two of one size the one without the lowest slot.
  private Optional<DeleteSplit> split() {
    Map<String, List<GroupPod>> sides =
        bound()
            .filter(pod -> pod.epoch() != GroupPod.UNMARKED)
            .flatMap(pod -> Stream.ofNullable(pod.domain()).map(domain -> Map.entry(domain, pod)))
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    TreeMap::new,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    if (sides.size() < 2) {
      return Optional.empty();
    }
    Comparator<Map.Entry<String, List<GroupPod>>> bySize =
        Comparator.comparingInt(side -> side.getValue().size());
    String kept =
        sides.entrySet().stream()
            .max(
                bySize.thenComparing(
                    side -> side.getValue().getFirst(), GroupPod.BY_SLOT.reversed()))
            .map(Map.Entry::getKey)
            .orElseThrow();
    return Optional.of(
        new DeleteSplit(
            kept,
            sides.entrySet().stream()
                .filter(side -> !side.getKey().equals(kept))
                .flatMap(side -> side.getValue().stream())
                .toList()));
  }

  // A record that another process wrote late may name a domain that the group never came to.
  private Optional<RecordDomain> record() {
    return anchor()
        .or(() -> recorded.domain() == null ? stuck().findFirst() : Optional.empty())
        .filter(domain -> !domain.equals(recorded.domain()))
        .map(domain -> new RecordDomain(recorded.epoch(), domain));
  }

  private Optional<NextEpoch> lost() {
    return recorded.domain() != null
            && anchor().isEmpty()
            && bound().findAny().isEmpty()
            && stuck().noneMatch(recorded.domain()::equals)
        ? Optional.of(new NextEpoch(recorded.epoch() + 1))
        : Optional.empty();
  }

  // Some of those who come back are drawn to what is stuck, so all of them have to go there.
  private Stream<String> stuck() {
    return pods.stream()
        .filter(pod -> pod.standing() == Standing.STUCK)
        .flatMap(pod -> Stream.ofNullable(pod.domain()));
  }

  private Optional<DeleteSplit> misdirected() {
    String domain = recorded.domain();
    if (domain == null) {
      return Optional.empty();
    }
    List<GroupPod> elsewhere =
        pods.stream()
            .filter(pod -> pod.standing() == Standing.RELEASED)
            .filter(pod -> pod.epoch() != GroupPod.UNMARKED)
            .filter(pod -> isOther(pod.domain(), domain))
            .toList();
    return elsewhere.isEmpty() ? Optional.empty() : Optional.of(new DeleteSplit(domain, elsewhere));
  }

  static boolean isOther(@Nullable String domain, String than) {
    return domain != null && !domain.equals(than);
  }

  /** The domain of the first pod that is in one; empty if there is none. */
  Optional<String> anchor() {
    return first(GroupPod::isBound).or(() -> first(pod -> pod.standing() == Standing.SUCCEEDED));
  }

  private Optional<String> first(Predicate<GroupPod> counts) {
    return pods.stream().filter(counts).flatMap(pod -> Stream.ofNullable(pod.domain())).findFirst();
  }

  /** Whether pods that are made now would be let go, and not be deleted as those of before. */
  public boolean takesPods() {
    return !(decision() instanceof NextEpoch);
  }
}
