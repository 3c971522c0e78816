package dev.coppice.cli.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document as a LeaderWorkerSet. Jackson stops at the first value that does not fit: it is
 * noted and taken out, and the rest is read again, so that all of them are told.
 */
final class DocumentReader {

  private static final ObjectMapper STRICT = strict();

  /** Where keys are the user's own. */
  private static final Set<String> MAPS =
      Set.of("labels", "annotations", "matchLabels", "nodeSelector", "limits", "requests");

  private DocumentReader() {}

  /**
   * What a document says.
   *
   * @param set what fits
   * @param findings what does not
   */
  record Read(LeaderWorkerSet set, Findings findings) {

    /** These violations, without those that come of a value that was taken out. */
    Stream<Violation> elsewhere(Collection<Violation> violations) {
      List<String> taken =
          findings.violations().stream()
              .flatMap(violation ->
                  violation.path().equals(Fields.SIZE)
                      ? Stream.of(Fields.SIZE, Fields.SUB_GROUP_POLICY)
                      : Stream.of(violation.path()))
              .map(FieldPath::text)
              .toList();
      return violations.stream()
          .filter(violation -> taken.stream().noneMatch(violation.path().text()::startsWith));
    }
  }

  /** Reads a document; the given one is left as it is. */
  static Read read(ObjectNode document) {
    ObjectNode rest = document.deepCopy();
    Findings.Collector found = new Findings.Collector();
    while (true) {
      try {
        return new Read(STRICT.treeToValue(rest, LeaderWorkerSet.class), found.findings());
      } catch (JsonMappingException e) {
        takeOut(rest, e, found);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("a tree of JSON cannot be read", e);
      }
    }
  }

  private static void takeOut(ObjectNode rest, JsonMappingException e, Findings.Collector found) {
    FieldPath path = FieldPath.ROOT;
    JsonNode node = rest;
    @Nullable ObjectNode parent = null;
    String name = "";
    String before = "";
    for (JsonMappingException.Reference step : e.getPath()) {
      String field = step.getFieldName();
      if (field == null) {
        path = path.index(step.getIndex());
        node = node.path(step.getIndex());
      } else if (node instanceof ObjectNode object && object.has(field)) {
        path = MAPS.contains(before) ? path.key(field) : path.child(field);
        parent = object;
        name = field;
        before = field;
        node = object.get(field);
      }
    }
    if (parent == null) {
      throw new IllegalStateException("no value is to blame", e);
    }
    found.invalid(path, value(node), reason(e));
    parent.remove(name);
  }

  private static Object value(JsonNode node) {
    return node.isTextual() ? node.textValue() : node;
  }

  private static String reason(JsonMappingException e) {
    return switch (e) {
      case UnrecognizedPropertyException _ ->
          "no such field is known, so nothing can be made of it";
      case MismatchedInputException mismatch when mismatch.getTargetType() != null ->
          "must be " + expected(mismatch.getTargetType());
      default -> String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
    };
  }

  private static String expected(Class<?> type) {
    if (type == String.class) {
      return "a string";
    }
    if (type == Integer.class || type == Long.class || type == int.class || type == long.class) {
      return "an integer";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    return type.isRecord() || Map.class.isAssignableFrom(type) ? "an object" : type.getSimpleName();
  }

  private static ObjectMapper strict() {
    JsonMapper mapper =
        JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();
    for (CoercionInputShape shape :
        List.of(CoercionInputShape.Boolean, CoercionInputShape.Integer, CoercionInputShape.Float)) {
      mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
    }
    return mapper;
  }
}
