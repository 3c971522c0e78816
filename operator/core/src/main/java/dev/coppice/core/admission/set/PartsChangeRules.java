package dev.coppice.core.admission.set;

import dev.coppice.api.set.CliqueStartupType;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.status.Words;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A set keeps its cliques and its scaling groups. */
final class PartsChangeRules {

  private PartsChangeRules() {}

  static void check(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    cliques(before, after, found);
    groups(before, after, found);
  }

  private static void cliques(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    List<String> were = Parts.cliques(before).stream().map(PodCliqueTemplate::name).toList();
    List<String> are = Parts.cliques(after).stream().map(PodCliqueTemplate::name).toList();
    sameParts(Paths.CLIQUES, "cliques", were, are, found);
    // Without an order nobody waits for the place of a clique in the list.
    boolean ordered = after.getSpec().template().cliqueStartupType() != CliqueStartupType.ANY_ORDER;
    if (ordered && !were.equals(are) && new HashSet<>(were).equals(new HashSet<>(are))) {
      found.invalid(
          Paths.CLIQUES,
          Words.list(are),
          "the order must not change while startup is ordered; it was: " + Words.list(were));
    }
  }

  private static void groups(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    sameParts(
        Paths.GROUPS,
        "scaling groups",
        Parts.groups(before).stream().map(PodCliqueScalingGroupConfig::name).toList(),
        Parts.groups(after).stream().map(PodCliqueScalingGroupConfig::name).toList(),
        found);
  }

  private static void sameParts(
      FieldPath path, String parts, List<String> were, List<String> are, Findings.Collector found) {
    if (were.size() != are.size()) {
      found.forbidden(
          path, Words.sentence("%s cannot be added or removed: there were %d", parts, were.size()));
    }
    Set<String> known = new HashSet<>(were);
    for (int i = 0; i < are.size(); i++) {
      if (!known.contains(are.get(i))) {
        found.forbidden(
            path.index(i).child("name"),
            Words.sentence("\"%s\" is new: names cannot change", are.get(i)));
      }
    }
  }
}
