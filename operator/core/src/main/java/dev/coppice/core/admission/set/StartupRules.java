package dev.coppice.core.admission.set;

import dev.coppice.api.set.CliqueStartupType;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.status.Words;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Who waits for whom at the start: nobody for itself, and no two for each other. */
final class StartupRules {

  private StartupRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    CliqueStartupType type = set.getSpec().template().cliqueStartupType();
    if (type == null) {
      found.required(Paths.TEMPLATE.child("cliqueStartupType"), "");
    } else if (type == CliqueStartupType.EXPLICIT) {
      parents(set, found);
      circles(set, found);
    }
  }

  /** Tells of parents that nobody waits for. */
  static void warn(PodCliqueSet set, Findings.Collector found) {
    CliqueStartupType type = set.getSpec().template().cliqueStartupType();
    if (type == CliqueStartupType.ANY_ORDER || type == CliqueStartupType.IN_ORDER) {
      Parts.forEachClique(
          set,
          (path, clique) -> {
            if (!clique.spec().startsAfter().isEmpty()) {
              found.warn(
                  path.child("spec").child("startsAfter"),
                  Words.sentence(
                      "does nothing with %s; set %s to CliqueStartupTypeExplicit",
                      type == CliqueStartupType.ANY_ORDER
                          ? "CliqueStartupTypeAnyOrder"
                          : "CliqueStartupTypeInOrder",
                      Paths.TEMPLATE.child("cliqueStartupType").toString()));
            }
          });
    }
  }

  private static void parents(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) -> {
          Set<String> seen = new HashSet<>();
          FieldPath parents = path.child("spec").child("startsAfter");
          Parts.forEach(
              parents,
              clique.spec().startsAfter(),
              (parent, name) -> parent(parent, name, set, clique, seen, found));
        });
  }

  private static void parent(
      FieldPath path,
      String name,
      PodCliqueSet set,
      PodCliqueTemplate clique,
      Set<String> seen,
      Findings.Collector found) {
    if (Parts.isBlank(name)) {
      found.required(path, "must be the name of a clique of this set");
    } else if (name.equals(clique.name())) {
      found.invalid(path, name, "a clique cannot start after itself");
    } else if (!seen.add(name)) {
      found.duplicate(path, name);
    } else if (Parts.clique(set, name).isEmpty()) {
      found.invalid(path, name, "must be the name of a clique of this set");
    }
  }

  private static void circles(PodCliqueSet set, Findings.Collector found) {
    Map<String, Set<String>> parents = existingParents(set);
    Map<String, Set<String>> before = new LinkedHashMap<>();
    for (PodCliqueTemplate clique : Parts.cliques(set)) {
      before.put(clique.name(), reachable(parents, clique.name()));
    }
    Set<String> told = new HashSet<>();
    before.forEach((name, ofIt) -> {
      List<String> circle =
          before.entrySet().stream()
              .filter(other -> ofIt.contains(other.getKey()) && other.getValue().contains(name))
              .map(Map.Entry::getKey)
              .toList();
      if (circle.size() > 1 && told.add(circle.getFirst())) {
        found.invalid(
            Paths.CLIQUES,
            Words.list(circle),
            "these cliques wait for each other, so that none of them would ever start");
      }
    });
  }

  // A list may name far more that do not exist than there can be cliques.
  private static Map<String, Set<String>> existingParents(PodCliqueSet set) {
    Set<String> names =
        Parts.cliques(set).stream().map(PodCliqueTemplate::name).collect(Collectors.toSet());
    Map<String, Set<String>> parents = new HashMap<>();
    for (PodCliqueTemplate clique : Parts.cliques(set)) {
      Set<String> existing = new LinkedHashSet<>(clique.spec().startsAfter());
      existing.retainAll(names);
      parents.putIfAbsent(clique.name(), existing);
    }
    return parents;
  }

  /** All that start before a clique, whatever the number of steps. */
  private static Set<String> reachable(Map<String, Set<String>> parents, String clique) {
    Set<String> reached = new LinkedHashSet<>();
    List<String> next = List.of(clique);
    while (!next.isEmpty()) {
      next =
          next.stream()
              .flatMap(name -> parents.getOrDefault(name, Set.of()).stream())
              .filter(reached::add)
              .toList();
    }
    return reached;
  }
}
