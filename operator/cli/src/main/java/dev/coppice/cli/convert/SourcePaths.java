package dev.coppice.cli.convert;

import dev.coppice.api.Annotations;
import dev.coppice.api.LeaderWorkerSetKeys;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.part.Paths;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where in a LeaderWorkerSet stands what is found in the PodCliqueSet made of it: whoever reads of
 * a mistake has only the one before him.
 */
final class SourcePaths {

  /** Names that nobody has chosen: where one makes another too long, so does that of the set. */
  private static final Pattern PART_NAME =
      Pattern.compile(
          "spec\\.template\\.(cliques|podCliqueScalingGroups)\\[\\d+]\\.(name|cliqueNames\\[\\d+])");

  private final Map<String, FieldPath> sources = new LinkedHashMap<>();
  private final Map<FieldPath, Integer> numbers;

  /** Those of a set that is made of these groups. */
  SourcePaths(LeaderWorkerSet set, Groups groups) {
    numbers = Map.of(Fields.SIZE, groups.size(), Fields.REPLICAS, groups.replicas());
    for (int i = 0; i < groups.templates().size(); i++) {
      FieldPath clique = Paths.CLIQUES.index(i);
      FieldPath template = groups.templates().get(i).path();
      put(clique.child("labels"), template.child("metadata").child("labels"));
      put(clique.child("annotations"), template.child("metadata").child("annotations"));
      put(Paths.podSpec(clique), template.child("spec"));
      put(clique.child("spec").child("subGroupPolicy"), Fields.SUB_GROUP_POLICY);
      put(clique, Fields.SIZE);
    }
    FieldPath group = Paths.GROUPS.index(0);
    put(group.child("subGroupPolicy"), Fields.SUB_GROUP_POLICY);
    put(group, Fields.REPLICAS);
    put(Paths.TEMPLATE, Fields.SIZE);
    if (set.metadata() != null) {
      Map<String, String> annotations = set.metadata().annotations();
      spelling(annotations, Annotations.EXCLUSIVE_TOPOLOGY, LeaderWorkerSetKeys.EXCLUSIVE_TOPOLOGY);
      spelling(
          annotations,
          Annotations.SUBGROUP_EXCLUSIVE_TOPOLOGY,
          LeaderWorkerSetKeys.SUBGROUP_EXCLUSIVE_TOPOLOGY);
    }
  }

  private void spelling(Map<String, String> annotations, String ours, String theirs) {
    FieldPath path = Fields.METADATA.child("annotations");
    if (annotations.containsKey(theirs)) {
      put(path.key(ours), path.key(theirs));
    }
  }

  private void put(FieldPath made, FieldPath source) {
    sources.put(made.text(), source);
  }

  /** The same by its source; empty for the name of a part. */
  Optional<Violation> of(Violation violation) {
    String text = violation.path().text();
    if (PART_NAME.matcher(text).matches()) {
      return Optional.empty();
    }
    FieldPath source =
        sources.entrySet().stream()
            .filter(entry -> begins(text, entry.getKey()))
            .findFirst()
            .map(entry -> at(entry.getValue(), text.substring(entry.getKey().length())))
            .orElse(violation.path());
    return Optional.of(
        new Violation(
            source,
            violation.type(),
            numbers.containsKey(source) ? numbers.get(source) : violation.value(),
            violation.detail()));
  }

  private static boolean begins(String text, String path) {
    return text.startsWith(path)
        && (text.length() == path.length() || ".[".indexOf(text.charAt(path.length())) >= 0);
  }

  /** A part of a source; numbers have none. */
  private FieldPath at(FieldPath source, String part) {
    return numbers.containsKey(source) ? source : new FieldPath(source.text() + part);
  }
}
