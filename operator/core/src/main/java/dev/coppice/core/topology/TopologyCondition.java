package dev.coppice.core.topology;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.topology.TopologyLevels;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How a set tells whether the levels that it asks for are there. */
public final class TopologyCondition {

  private static final String UNKNOWN = "Unknown";

  private TopologyCondition() {}

  /**
   * What is said.
   *
   * @param status True if a level is not there
   */
  private record Verdict(String status, String reason, String message) {}

  /** The conditions with the one about the levels of a set with all its parts. */
  public static List<Condition> setIn(
      List<Condition> before, PodCliqueSet set, SetTopology topology, Instant now) {
    return verdict(Constraints.of(set).domains(), topology)
        .map(verdict ->
            Conditions.set(
                before,
                new ConditionBuilder()
                    .withType(ConditionTypes.TOPOLOGY_LEVELS_UNAVAILABLE)
                    .withStatus(verdict.status())
                    .withReason(verdict.reason())
                    .withMessage(Words.shortened(verdict.message(), Conditions.LONGEST_MESSAGE))
                    .withObservedGeneration(set.getMetadata().getGeneration())
                    .build(),
                now))
        .orElseGet(() -> Conditions.remove(before, ConditionTypes.TOPOLOGY_LEVELS_UNAVAILABLE));
  }

  private static Optional<Verdict> verdict(List<String> domains, SetTopology topology) {
    if (domains.isEmpty()) {
      return topology instanceof SetTopology.Disabled
          ? Optional.empty()
          : Optional.of(available("the set asks for no level of a topology"));
    }
    return Optional.of(
        switch (topology) {
          case SetTopology.Disabled() ->
              new Verdict(
                  UNKNOWN,
                  ConditionReasons.TOPOLOGY_AWARE_SCHEDULING_DISABLED,
                  "topology-aware scheduling is not enabled in the operator's configuration; "
                      + without(domains));
          case SetTopology.Unnamed() ->
              new Verdict(
                  UNKNOWN,
                  ConditionReasons.TOPOLOGY_NAME_MISSING,
                  "no topologyConstraint has a topologyName; " + without(domains));
          case SetTopology.Missing(String name) ->
              new Verdict(
                  UNKNOWN,
                  ConditionReasons.CLUSTER_TOPOLOGY_NOT_FOUND,
                  Words.sentence(
                      "there is no ClusterTopologyBinding %s; %s", name, without(domains)));
          case SetTopology.Unreadable(String name) ->
              new Verdict(
                  UNKNOWN,
                  ConditionReasons.UNREADABLE,
                  Words.sentence(
                      "the ClusterTopologyBinding %s cannot be read; PodGangs stay as they are",
                      name));
          case SetTopology.Known(TopologyLevels levels) -> of(domains, levels);
        });
  }

  private static Verdict of(List<String> domains, TopologyLevels levels) {
    List<String> missing = domains.stream().filter(domain -> levels.key(domain).isEmpty()).toList();
    return missing.isEmpty()
        ? available(
            Words.sentence(
                "the ClusterTopologyBinding %s has %s", levels.topology(), counted(domains)))
        : new Verdict(
            "True",
            ConditionReasons.CLUSTER_TOPOLOGY_LEVELS_UNAVAILABLE,
            Words.sentence(
                "the ClusterTopologyBinding %s lacks %d of the %s asked for: %s; it has: %s",
                levels.topology(),
                missing.size(),
                Words.count(domains.size(), "level"),
                String.join(", ", missing),
                String.join(", ", levels.domains())));
  }

  private static Verdict available(String message) {
    return new Verdict("False", ConditionReasons.ALL_CLUSTER_TOPOLOGY_LEVELS_AVAILABLE, message);
  }

  private static String without(List<String> domains) {
    return "PodGangs are without " + counted(domains);
  }

  private static String counted(List<String> domains) {
    return Words.sentence(
        "the %s asked for: %s", Words.count(domains.size(), "level"), String.join(", ", domains));
  }
}
