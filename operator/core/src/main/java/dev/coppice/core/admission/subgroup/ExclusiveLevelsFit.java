package dev.coppice.core.admission.subgroup;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.TopologyConstraint;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.topology.PackDomains;
import dev.coppice.core.admission.topology.TopologyLevels;
import dev.coppice.core.status.Words;
import dev.coppice.core.subgroup.ExclusiveLevel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether the labels in whose domains a part wants to be alone go with the levels that it has to be
 * in anyway: from wide to narrow the set, the part, its groups, their subgroups.
 *
 * @param levels those of the topology
 * @param byGang whether a scheduler is told of the group by the same constraint as of the part
 */
record ExclusiveLevelsFit(GroupPart part, PodCliqueSet set, TopologyLevels levels, boolean byGang) {

  private static final String SET = "the set";

  void check(Findings.Collector found) {
    Optional<String> ofPart = required(part.constraint());
    Optional<String> ofSet = required(set.getSpec().template().topologyConstraint());
    on(
        ExclusiveLevel.GROUP,
        found,
        (path, key) -> {
          if (byGang) {
            ofPart
                .filter(level -> !level.equals(key))
                .ifPresent(level ->
                    found.invalid(
                        path,
                        key,
                        Words.sentence(
                            "the topologyConstraint of %s requires %s: the scheduler can be told of one only",
                            part.name(), level)));
          } else {
            within(path, key, ofPart, part.name(), false, found);
          }
          within(path, key, ofSet, SET, false, found);
        });
    boolean isDivided = part.subGroups().filter(groups -> groups.count() > 1).isPresent();
    on(
        ExclusiveLevel.SUBGROUP,
        found,
        (path, key) -> {
          within(path, key, ofPart, part.name(), isDivided, found);
          within(path, key, ofSet, SET, isDivided, found);
          if (isDivided) {
            // That they are one is told where nothing is known of levels.
            within(
                path,
                key,
                part.topologyKey(ExclusiveLevel.GROUP, set),
                "each group of " + part.name(),
                false,
                found);
          }
        });
  }

  /** What is asked about a label, and where it stands. */
  @FunctionalInterface
  private interface Question {
    void ask(FieldPath path, String key);
  }

  private void on(ExclusiveLevel level, Findings.Collector found, Question question) {
    part.topologyKey(level, set)
        .ifPresent(key ->
            part.topologyPath(level, set)
                .ifPresent(path -> {
                  if (!levels.keys().contains(key)) {
                    found.warn(
                        path,
                        Words.sentence(
                            "%s is no level of the ClusterTopologyBinding %s, so that nobody knows whether it goes with the others",
                            key, levels.topology()));
                  }
                  question.ask(path, key);
                }));
  }

  private void within(
      FieldPath path,
      String key,
      Optional<String> outer,
      String whose,
      boolean isNarrower,
      Findings.Collector found) {
    int inner = levels.keys().indexOf(key);
    outer
        .map(level -> levels.keys().indexOf(level))
        .filter(rank -> inner >= 0 && (inner < rank || (isNarrower && inner == rank)))
        .ifPresent(rank ->
            found.invalid(
                path,
                key,
                Words.sentence(
                    "must %s %s, which all of %s is in",
                    isNarrower ? "be narrower than" : "not be broader than",
                    levels.keys().get(rank),
                    whose)));
  }

  private Optional<String> required(@Nullable TopologyConstraint constraint) {
    return Optional.ofNullable(constraint)
        .flatMap(known -> levels.key(PackDomains.of(known).required()));
  }
}
