package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.MetadataFormat;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.part.Counts;
import dev.coppice.core.admission.part.PartNames;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.rule.Breach;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The scaling groups of a set: what they are called, who belongs to them, and how many there are.
 */
final class ScalingGroupRules {

  private ScalingGroupRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    Set<String> cliques =
        Parts.cliques(set).stream()
            .map(PodCliqueTemplate::name)
            .filter(name -> !Parts.isBlank(name))
            .collect(Collectors.toSet());
    PartNames names = new PartNames("every scaling group needs a name");
    Set<String> grouped = new HashSet<>();
    Parts.forEachGroup(
        set,
        (path, group) -> {
          names.check(path.child("name"), group.name(), found);
          members(path.child("cliqueNames"), group, cliques, grouped, found);
          MetadataFormat.annotations(path.child("annotations"), group.annotations(), found);
          Counts.positive(path.child("replicas"), group.replicas(), found);
          Counts.minimum(path.child("minAvailable"), group.minAvailable(), group.replicas(), found);
        });
  }

  /** Groups of nothing. */
  static Stream<Breach> withoutMembers(PodCliqueSet set) {
    Stream.Builder<Breach> breaches = Stream.builder();
    Parts.forEachGroup(
        set,
        (path, group) -> {
          if (group.cliqueNames().isEmpty()) {
            breaches.add(
                new Breach(
                    "members of " + group.name(),
                    new Violation(
                        path.child("cliqueNames"),
                        Violation.Type.REQUIRED,
                        null,
                        "a scaling group consists of at least one clique")));
          }
        });
    return breaches.build();
  }

  private static void members(
      FieldPath path,
      PodCliqueScalingGroupConfig group,
      Set<String> cliques,
      Set<String> grouped,
      Findings.Collector found) {
    Parts.forEach(
        path,
        group.cliqueNames(),
        (member, name) -> {
          if (!cliques.contains(name)) {
            found.invalid(member, name, "must be the name of a clique of this set");
          } else if (!grouped.add(name)) {
            found.duplicate(member, name);
          }
        });
  }
}
