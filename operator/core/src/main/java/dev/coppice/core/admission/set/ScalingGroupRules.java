package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.MetadataFormat;
import dev.coppice.core.admission.field.NameFormat;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

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
    Set<String> names = new HashSet<>();
    Set<String> grouped = new HashSet<>();
    Parts.forEachGroup(
        set,
        (path, group) -> {
          name(path.child("name"), group.name(), names, found);
          members(path.child("cliqueNames"), group, cliques, grouped, found);
          MetadataFormat.annotations(path.child("annotations"), group.annotations(), found);
          Counts.positive(path.child("replicas"), group.replicas(), found);
          Counts.minimum(path.child("minAvailable"), group.minAvailable(), group.replicas(), found);
        });
  }

  private static void name(
      FieldPath path, String name, Set<String> seen, Findings.Collector found) {
    if (Parts.isBlank(name)) {
      found.required(path, "every scaling group needs a name");
      return;
    }
    NameFormat.DNS_LABEL.check(path, name, found);
    if (!seen.add(name)) {
      found.duplicate(path, name);
    }
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
