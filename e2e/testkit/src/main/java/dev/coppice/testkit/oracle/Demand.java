package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An object that a set must have.
 *
 * @param owner UID of its controller
 * @param fields what must stand at which place of it
 */
record Demand(String kind, String name, String owner, Map<String, JsonNode> fields) {

  static final String LABELS = "/metadata/labels";

  /** Stands for the hash of a template, which no rule here computes again. */
  static final String ANY_HASH = "(some hash)";

  private static final String OWN_PREFIX = "grove.io/";
  private static final String COMMON_PREFIX = "app.kubernetes.io/";
  private static final ObjectMapper JSON = new ObjectMapper();

  Demand {
    fields = Map.copyOf(fields);
  }

  /**
   * What is wrong about the object that stands in its place, a sentence for each field.
   *
   * @param handedOn keys of labels that its set hands on, or once did; what others put beside those
   *     and beside our own is none of ours
   */
  Stream<String> shortcomings(RecordedEvent found, Set<String> handedOn) {
    Stream<String> ownership =
        found.controllerUid().equals(owner)
            ? Stream.empty()
            : Stream.of("is owned by UID %s, not %s".formatted(found.controllerUid(), owner));
    return Stream.concat(
        ownership,
        new TreeMap<>(fields)
            .entrySet().stream()
                .filter(field ->
                    !value(found, field.getKey(), handedOn).equals(plain(field.getValue())))
                .map(field ->
                    "has %s at %s, not %s"
                        .formatted(
                            value(found, field.getKey(), handedOn),
                            field.getKey(),
                            field.getValue())));
  }

  private JsonNode value(RecordedEvent found, String place, Set<String> handedOn) {
    JsonNode value = found.object().at(place);
    return plain(
        place.equals(LABELS) && value.isObject() ? ours(value.deepCopy(), handedOn) : value);
  }

  private JsonNode ours(ObjectNode labels, Set<String> handedOn) {
    if (!labels.path(Labels.POD_TEMPLATE_HASH).asText().isEmpty()) {
      labels.put(Labels.POD_TEMPLATE_HASH, ANY_HASH);
    }
    JsonNode demanded = fields.getOrDefault(LABELS, MissingNode.getInstance());
    labels.remove(
        labels
            .propertyStream()
            .map(Map.Entry::getKey)
            .filter(key -> !demanded.has(key) && !isOurs(key, handedOn))
            .toList());
    return labels;
  }

  private boolean isOurs(String key, Set<String> handedOn) {
    // Schedulers and their back-ends put keys of our group on gangs.
    return key.startsWith(OWN_PREFIX)
        ? !kind.equals(OurKinds.POD_GANG)
        : key.startsWith(COMMON_PREFIX) || handedOn.contains(key);
  }

  // To the API server these are all the same as nothing.
  private static JsonNode plain(JsonNode value) {
    return value.isNull()
            || (value.isContainerNode() && value.isEmpty())
            || (value.isBoolean() && !value.asBoolean())
        ? MissingNode.getInstance()
        : value;
  }

  static JsonNode json(Object value) {
    return JSON.valueToTree(value);
  }
}
