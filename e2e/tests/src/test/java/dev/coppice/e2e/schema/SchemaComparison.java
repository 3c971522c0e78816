package dev.coppice.e2e.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Walks a type of Kubernetes that is embedded in one of our definitions in step with the type in
 * the API server's OpenAPI, and collects where the two differ in what decides about validation,
 * defaults and merging.
 *
 * <p>The definition of a custom resource has to say some things in another way than OpenAPI; each
 * of these is a rule here, with its reason.
 */
final class SchemaComparison {

  static final String ABSENT = "absent";
  private static final String KEYS = "x-kubernetes-list-map-keys";
  private static final String DEFAULT = "default";
  private static final String EITHER = "int-or-string";

  private final OpenApi api;
  private final Set<Difference> differences = new LinkedHashSet<>();
  private final Set<String> compared = new TreeSet<>();

  private SchemaComparison(OpenApi api) {
    this.api = api;
  }

  /**
   * Compares two schemas.
   *
   * @param root how paths begin
   */
  static SchemaComparison of(String root, JsonNode ours, JsonNode theirs, OpenApi api) {
    SchemaComparison comparison = new SchemaComparison(api);
    comparison.compare(root, ours, theirs);
    return comparison;
  }

  Collection<Difference> differences() {
    return differences;
  }

  /** All places that both schemas have. */
  Set<String> compared() {
    return compared;
  }

  private void compare(String path, JsonNode ours, JsonNode use) {
    JsonNode theirs = api.resolved(use);
    compared.add(path);
    check(path, "type", type(ours), type(theirs));
    check(path, "format", format(ours), format(theirs));
    check(path, "required", sorted(ours.path("required")), sorted(theirs.path("required")));
    for (String facet : List.of("x-kubernetes-list-type", KEYS, "x-kubernetes-map-type")) {
      check(path, facet, text(ours, facet), text(theirs, facet));
    }
    // Most defaults are left to Kubernetes, which fills them in where the embedded object goes;
    // ours would only change what users see of what they wrote. None may be an invention.
    if (ours.has(DEFAULT)) {
      check(path, DEFAULT, text(ours, DEFAULT), text(theirs, DEFAULT));
    }
    compareFields(path, ours, use, theirs);
    compareElements(path, ours, theirs);
    compareValues(path, ours, theirs);
  }

  private void compareFields(String path, JsonNode ours, JsonNode use, JsonNode theirs) {
    Set<String> wanted = names(theirs.path("properties"));
    if (OpenApi.typeName(use).endsWith(".meta.v1.ObjectMeta")) {
      // Metadata inside a template: all other fields are refused where the template is used.
      wanted.retainAll(Set.of("labels", "annotations"));
    }
    Set<String> known = names(ours.path("properties"));
    for (String field : wanted) {
      if (known.contains(field)) {
        compare(
            path + "." + field,
            ours.path("properties").path(field),
            theirs.path("properties").path(field));
      } else {
        check(path + "." + field, "field", ABSENT, "present");
      }
    }
    known.removeAll(wanted);
    known.forEach(field -> check(path + "." + field, "field", "present", ABSENT));
    if (type(ours).equals("object") && !ours.has("additionalProperties")) {
      // OpenAPI has no word for it: an API server keeps what its own types do not know only here.
      String facet = "x-kubernetes-preserve-unknown-fields";
      check(path, facet, text(ours, facet), "true");
    }
  }

  private void compareElements(String path, JsonNode ours, JsonNode theirs) {
    if (!present(path, "items", ours, theirs)) {
      return;
    }
    compare(path + "[]", ours.path("items"), theirs.path("items"));
    JsonNode element = api.resolved(theirs.path("items"));
    JsonNode ourElement = ours.path("items");
    Set<String> required = strings(element.path("required"));
    // Objects that leave a key out can only be told apart once it is filled in.
    strings(theirs.path(KEYS)).stream()
        .filter(key -> !required.contains(key))
        .forEach(key ->
            check(
                path + "[]." + key,
                DEFAULT,
                text(ourElement.path("properties").path(key), DEFAULT),
                text(element.path("properties").path(key), DEFAULT)));
  }

  private void compareValues(String path, JsonNode ours, JsonNode theirs) {
    if (present(path, "additionalProperties", ours, theirs)) {
      compare(path + "{}", ours.path("additionalProperties"), theirs.path("additionalProperties"));
    }
  }

  /** Whether both have the facet; that only one has it is a difference. */
  private boolean present(String path, String facet, JsonNode ours, JsonNode theirs) {
    check(
        path, facet, ours.has(facet) ? "present" : ABSENT, theirs.has(facet) ? "present" : ABSENT);
    return ours.has(facet) && theirs.has(facet);
  }

  private void check(String path, String facet, String ours, String theirs) {
    if (!ours.equals(theirs)) {
      differences.add(new Difference(path, facet, ours, theirs));
    }
  }

  /**
   * The type, where a value of two types has one name of its own: a structural schema knows no
   * union but that of integer and string, and says so by an extension; OpenAPI has a choice, for
   * quantities that of string and number.
   */
  private static String type(JsonNode schema) {
    boolean ofString =
        StreamSupport.stream(schema.path("oneOf").spliterator(), false)
            .anyMatch(choice -> choice.path("type").asText().equals("string"));
    return ofString || schema.path("x-kubernetes-int-or-string").asBoolean()
        ? EITHER
        : schema.path("type").asText(ABSENT);
  }

  /** The format; OpenAPI names the union of integer and string here too. */
  private static String format(JsonNode schema) {
    String format = schema.path("format").asText(ABSENT);
    return format.equals(EITHER) ? ABSENT : format;
  }

  private static String text(JsonNode schema, String facet) {
    return schema.has(facet) ? schema.path(facet).toString() : ABSENT;
  }

  private static String sorted(JsonNode names) {
    return new TreeSet<>(strings(names)).toString();
  }

  private static Set<String> names(JsonNode properties) {
    return properties.properties().stream()
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> strings(JsonNode array) {
    Set<String> strings = new LinkedHashSet<>();
    array.forEach(element -> strings.add(element.asText()));
    return strings;
  }
}
