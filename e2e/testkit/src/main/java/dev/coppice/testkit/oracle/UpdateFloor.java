package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.RollingUpdate;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much an update has to leave of what serves, at every level, counted from pods: as much as the
 * minimum, or as is left when as much is down as may be.
 *
 * @param moment what stood before anything went
 */
public record UpdateFloor(Moment moment) {

  /** Why a pod of a clique of its own may not go; empty if it may. */
  public Optional<String> holds(PodClique clique, Pod pod) {
    int left = moment.units(clique, other -> PodFacts.isReady(other) && !together(pod, other));
    int size = SubGroupFacts.of(clique).map(SubGroupFacts::size).orElse(1);
    int floor = Math.min(PodFacts.minimum(clique), PodFacts.pods(clique) - size * mostOf(clique));
    // A leader in no subgroup takes all of them with it, whenever it goes.
    boolean leads = SubGroupFacts.of(clique).isPresent() && subGroup(pod).isEmpty();
    return left == moment.units(clique, PodFacts::isReady) || left >= floor || leads
        ? Optional.empty()
        : Optional.of(
            "%d other pods of PodClique %s are Ready, %d have to be"
                .formatted(left, clique.getMetadata().getName(), floor));
  }

  private static boolean together(Pod one, Pod other) {
    return one.getMetadata().getUid().equals(other.getMetadata().getUid())
        || (!subGroup(one).isEmpty() && subGroup(one).equals(subGroup(other)));
  }

  private static String subGroup(Pod pod) {
    return PodFacts.label(pod, Labels.SUBGROUP_INDEX);
  }

  /** How many pods, or subgroups, of a clique of its own an update may have down. */
  public int mostOf(PodClique clique) {
    return most(moment.all(PodCliqueSet.class).toList(), clique);
  }

  /** The same by the set among these that owns it. */
  static int most(Collection<PodCliqueSet> sets, PodClique clique) {
    return owner(sets, clique)
        .flatMap(template -> template.cliques().stream())
        .filter(one -> clique.getMetadata().getName().endsWith("-" + one.name()))
        .map(one -> most(one.rollingUpdate()))
        .findFirst()
        .orElse(1);
  }

  /** How many replicas of a group an update may have down. */
  public int mostOf(PodCliqueScalingGroup group) {
    return most(moment.all(PodCliqueSet.class).toList(), group);
  }

  /** The same by the set among these that owns it. */
  static int most(Collection<PodCliqueSet> sets, PodCliqueScalingGroup group) {
    return owner(sets, group)
        .flatMap(template -> template.podCliqueScalingGroups().stream())
        .filter(one -> group.getMetadata().getName().endsWith("-" + one.name()))
        .map(one -> most(one.rollingUpdate()))
        .findFirst()
        .orElse(1);
  }

  private static Stream<PodCliqueSetTemplate> owner(
      Collection<PodCliqueSet> sets, HasMetadata owned) {
    String uid = PodFacts.ownerUid(owned);
    return sets.stream()
        .filter(set -> set.getMetadata().getUid().equals(uid))
        .map(set -> set.getSpec().template());
  }

  private static int most(@Nullable RollingUpdate said) {
    Integer most = said == null ? null : said.maxUnavailable();
    return most == null ? 1 : most;
  }

  /** Why a replica of a group may not go; empty if it may. */
  public Optional<String> holds(PodCliqueScalingGroup group, int replica) {
    boolean serves = serves(group, replica);
    int left = moment.replicas(group, moment::isWhole) - (serves ? 1 : 0);
    int floor = Math.min(PodFacts.minimum(group), group.getSpec().replicas() - mostOf(group));
    return !serves || left >= floor
        ? Optional.empty()
        : Optional.of(
            "%d other replicas of PodCliqueScalingGroup %s are available, %d have to be"
                .formatted(left, group.getMetadata().getName(), floor));
  }

  /** Whether every PodClique of a replica of a group has its minimum. */
  public boolean serves(PodCliqueScalingGroup group, int replica) {
    return moment.cliques(group, replica).count() == group.getSpec().cliqueNames().size()
        && moment.cliques(group, replica).allMatch(moment::isWhole);
  }

  /** Why a replica of a set may not have the slot; empty if it may. */
  public Optional<String> holds(PodCliqueSet set, int replica) {
    Predicate<Integer> isMissed =
        other -> !moment.isAvailable(set, other) && !waitsForPlace(set, other);
    List<Integer> missed =
        IntStream.range(0, set.getSpec().replicas())
            .filter(other -> other != replica)
            .boxed()
            .filter(isMissed)
            .toList();
    return missed.isEmpty() || !moment.isAvailable(set, replica)
        ? Optional.empty()
        : Optional.of(
            "replicas %s of PodCliqueSet %s serve nobody and have nodes"
                .formatted(missed, set.getMetadata().getName()));
  }

  private boolean waitsForPlace(PodCliqueSet set, int replica) {
    List<Pod> pods = moment.cliques(set, replica).flatMap(moment::pods).toList();
    return waitForPlace(pods);
  }

  /** Whether pods that work together have no node, and a scheduler has none for one of them. */
  public static boolean waitForPlace(List<Pod> pods) {
    return pods.stream().noneMatch(PodFacts::isBound)
        && pods.stream().anyMatch(PodFacts::isUnschedulable);
  }
}
