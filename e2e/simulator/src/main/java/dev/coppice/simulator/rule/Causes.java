package dev.coppice.simulator.rule;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** When breaches are due to end in a teardown: the rules of the specification, written again. */
final class Causes {

  /**
   * A breach.
   *
   * @param cliques the PodCliques that it is about
   * @param group the scaling group that has too few replicas without them; empty if it is about a
   *     PodClique alone
   * @param since since when, as it is stored
   * @param delay how long it may last
   */
  record Cause(
      List<PodClique> cliques,
      Optional<PodCliqueScalingGroup> group,
      Instant since,
      Duration delay) {

    /** When the replica is torn down. */
    Instant due() {
      return since.plus(delay);
    }

    /** The same where a time that is still to come counts as now. */
    Instant due(Instant now) {
      return (since.isAfter(now) ? now : since).plus(delay);
    }

    /** Whether the pods say so too. */
    boolean stands(Moment moment) {
      return cliques.stream().anyMatch(clique -> !moment.isWhole(clique))
          && group.filter(moment::isAvailable).isEmpty();
    }
  }

  private Causes() {}

  /** What ends one replica of a set as a whole. */
  static Stream<Cause> of(Moment moment, PodCliqueSet set, int replica) {
    Stream<Cause> standalone =
        delay(set).stream()
            .flatMap(delay ->
                moment
                    .cliques(set, replica)
                    .filter(clique -> Moment.isOwner(set, clique))
                    .flatMap(clique -> of(clique, delay).stream()));
    Stream<Cause> groups =
        moment
            .groups(set, replica)
            .flatMap(group -> delay(set, group).stream().flatMap(d -> of(moment, group, d)));
    return Stream.concat(standalone, groups);
  }

  // A group's own condition is not enough: a replica that was just made again is still missing.
  private static Stream<Cause> of(Moment moment, PodCliqueScalingGroup group, Duration delay) {
    List<PodClique> breached =
        moment
            .all(PodClique.class)
            .filter(clique -> Moment.isOwner(group, clique) && !PodFacts.isTerminating(clique))
            .filter(clique ->
                Moment.replica(clique, Labels.SCALING_GROUP_REPLICA_INDEX)
                    < group.getSpec().replicas())
            .filter(clique -> since(clique).isPresent())
            .toList();
    return breached.stream()
        .flatMap(clique -> since(clique).stream())
        .min(Comparator.naturalOrder())
        .flatMap(first -> since(group).map(own -> own.isAfter(first) ? own : first))
        .map(since -> new Cause(breached, Optional.of(group), since, delay))
        .stream();
  }

  /** What ends one replica of a group, if the others are enough. */
  static Stream<Cause> of(
      Moment moment, PodCliqueSet set, PodCliqueScalingGroup group, int replica) {
    return delay(set, group).stream()
        .flatMap(
            delay -> moment.cliques(group, replica).flatMap(clique -> of(clique, delay).stream()));
  }

  private static Optional<Cause> of(PodClique clique, Duration delay) {
    return since(clique).map(since -> new Cause(List.of(clique), Optional.empty(), since, delay));
  }

  /** How long a standalone clique may be breached. */
  static Optional<Duration> delay(PodCliqueSet set) {
    return Optional.ofNullable(set.getSpec().template().terminationDelay()).map(Causes::duration);
  }

  // A user's delay is a number of one unit.
  private static Duration duration(String text) {
    return text.endsWith("ms")
        ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
        : Duration.parse("PT" + text);
  }

  /** How long a group, or a clique in it, may be breached. */
  static Optional<Duration> delay(PodCliqueSet set, PodCliqueScalingGroup group) {
    int replica = Moment.replica(group, Labels.SET_REPLICA_INDEX);
    Optional<Duration> own =
        set.getSpec().template().podCliqueScalingGroups().stream()
            .filter(config ->
                Names.podCliqueScalingGroup(set.getMetadata().getName(), replica, config.name())
                    .equals(group.getMetadata().getName()))
            .findFirst()
            .map(PodCliqueScalingGroupConfig::terminationDelay)
            .map(Causes::duration);
    return delay(set).map(ofSet -> own.orElse(ofSet));
  }

  /** Since when a clique that was once available has too few Ready pods. */
  static Optional<Instant> since(PodClique clique) {
    return clique.statusOrEmpty().wasAvailable()
        ? since(clique.statusOrEmpty().conditions())
        : Optional.empty();
  }

  /** Since when a group has too few available replicas. */
  static Optional<Instant> since(PodCliqueScalingGroup group) {
    return since(group.statusOrEmpty().conditions());
  }

  private static Optional<Instant> since(List<Condition> conditions) {
    return breached(conditions)
        .filter(condition -> condition.getStatus().equals("True"))
        .map(condition -> Instant.parse(condition.getLastTransitionTime()));
  }

  /** The condition that tells of a breach. */
  static Optional<Condition> breached(List<Condition> conditions) {
    return conditions.stream()
        .filter(condition -> condition.getType().equals(ConditionTypes.MIN_AVAILABLE_BREACHED))
        .findFirst();
  }
}
