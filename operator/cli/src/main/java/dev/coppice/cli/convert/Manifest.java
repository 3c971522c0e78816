package dev.coppice.cli.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a manifest comes to: all of it, or nothing.
 *
 * @param sets the PodCliqueSets, in the order of what they are made of; none if there are problems
 * @param problems what has no equal, a line each, with the object that it is in
 * @param warnings what is not quite the same, likewise
 */
record Manifest(List<PodCliqueSet> sets, List<String> problems, List<String> warnings) {

  Manifest {
    sets = List.copyOf(sets);
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
  }

  /** Converts every object of a manifest. */
  static Manifest of(String text) {
    try {
      return new Reading().convert(Documents.of(text));
    } catch (UnreadableManifestException e) {
      return new Manifest(List.of(), List.of(String.valueOf(e.getMessage())), List.of());
    }
  }

  /** Goes through the objects of a manifest. */
  private static final class Reading {

    private final List<PodCliqueSet> sets = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    Manifest convert(List<JsonNode> documents) {
      if (documents.isEmpty()) {
        problems.add("there is no object in it");
      }
      for (int i = 0; i < documents.size(); i++) {
        if (documents.get(i) instanceof ObjectNode object) {
          convert(title(object, i + 1), object);
        } else {
          problems.add("object %d: must be an object with a kind".formatted(i + 1));
        }
      }
      return new Manifest(problems.isEmpty() ? sets : List.of(), problems, warnings);
    }

    private void convert(String title, ObjectNode object) {
      Findings kind = kind(object);
      if (!kind.isAllowed()) {
        tell(title, kind.violations().stream());
        return;
      }
      DocumentReader.Read read = DocumentReader.read(object);
      Conversion conversion = Conversion.of(read.set());
      tell(title, read.findings().violations().stream());
      tell(title, read.elsewhere(conversion.findings().violations()));
      tell(title, unique(read.set()));
      conversion.findings().warnings().forEach(text -> warnings.add(title + ": " + text));
      conversion
          .set()
          .ifPresent(set -> {
            sets.add(set);
            Judgement.warnings(set)
                .forEach(text -> warnings.add("PodCliqueSet %s: %s".formatted(name(object), text)));
          });
    }

    private void tell(String title, Stream<Violation> violations) {
      violations.distinct().forEach(violation -> problems.add(title + ": " + violation));
    }

    private static Findings kind(ObjectNode object) {
      Findings.Collector found = new Findings.Collector();
      expected("kind", LeaderWorkerSet.KIND, object, found);
      if (!found.hasViolations()) {
        expected("apiVersion", LeaderWorkerSet.API_VERSION, object, found);
      }
      return found.findings();
    }

    private static void expected(
        String field, String value, ObjectNode object, Findings.Collector found) {
      String text = object.path(field).asText();
      if (text.isEmpty()) {
        found.required(FieldPath.of(field), "must be " + value);
      } else if (!text.equals(value)) {
        found.unsupported(FieldPath.of(field), text, List.of(value));
      }
    }

    private Stream<Violation> unique(LeaderWorkerSet set) {
      LeaderWorkerSet.Metadata metadata = set.metadata();
      if (metadata == null || metadata.name() == null) {
        return Stream.empty();
      }
      return names.add("%s/%s".formatted(metadata.namespace(), metadata.name()))
          ? Stream.empty()
          : Stream.of(new Violation(Fields.NAME, Violation.Type.DUPLICATE, metadata.name(), ""));
    }

    private static String title(ObjectNode object, int number) {
      String kind = object.path("kind").asText("");
      String name = name(object);
      return kind.isEmpty() || name.isEmpty()
          ? "object %d".formatted(number)
          : "%s %s".formatted(kind, name);
    }

    private static String name(ObjectNode object) {
      String namespace = object.at("/metadata/namespace").asText("");
      String name = object.at("/metadata/name").asText("");
      return namespace.isEmpty() || name.isEmpty() ? name : namespace + "/" + name;
    }
  }
}
