package dev.coppice.app.configuration;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.core.time.GoDuration;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Compares a tree with the records it is meant for and takes out what does not fit, so that the
 * rest can be bound and checked too: a user sees every mistake at once. (Jackson itself stops at
 * the first.)
 */
final class StructureCheck {

  private final ObjectMapper mapper;
  private final List<FieldError> errors = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  StructureCheck(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  List<FieldError> errors() {
    return errors;
  }

  List<String> warnings() {
    return warnings;
  }

  /** Removes every key from the tree that the record, or a record inside it, has no place for. */
  void prune(ObjectNode tree, Class<? extends Record> type) {
    pruneObject(tree, components(type), "");
  }

  private void pruneObject(ObjectNode node, Map<String, Type> known, String prefix) {
    for (Map.Entry<String, JsonNode> field : List.copyOf(node.properties())) {
      if (!fits(field.getKey(), field.getValue(), known, prefix)) {
        node.remove(field.getKey());
      }
    }
  }

  private boolean fits(String key, JsonNode value, Map<String, Type> known, String prefix) {
    String path = prefix + key;
    Type type = known.get(key);
    if (type != null) {
      return !value.isNull() && fitsType(value, type, path);
    }
    KeysWithoutMeaning.reason(path)
        .ifPresentOrElse(
            reason -> warnings.add(path + ": has no meaning here and is ignored: " + reason),
            () -> pruneUnknown(key, value, known, prefix));
    return false;
  }

  private void pruneUnknown(String key, JsonNode value, Map<String, Type> known, String prefix) {
    String below = prefix + key + ".";
    boolean onlyHoldsKeysWithoutMeaning =
        KeysWithoutMeaning.namesBelow(below).findAny().isPresent();
    if (!onlyHoldsKeysWithoutMeaning) {
      errors.add(new FieldError(prefix + key, "unknown key, " + suggestion(key, known, prefix)));
    } else if (value instanceof ObjectNode object) {
      pruneObject(object, Map.of(), below);
    }
  }

  private static String suggestion(String key, Map<String, Type> known, String prefix) {
    TreeSet<String> names = new TreeSet<>(known.keySet());
    KeysWithoutMeaning.namesBelow(prefix).forEach(names::add);
    // Beyond a third of the letters a likeness is chance, and the whole list is of more use.
    LevenshteinDistance distance = new LevenshteinDistance(Math.max(2, key.length() / 3));
    return names.stream()
        .filter(name -> distance.apply(key, name) >= 0)
        .min(Comparator.comparing(name -> distance.apply(key, name)))
        .map(nearest -> "did you mean " + nearest + "?")
        .orElseGet(() -> "known keys: " + String.join(", ", names));
  }

  private boolean fitsType(JsonNode value, Type type, String path) {
    return switch (type) {
      case ParameterizedType map when map.getRawType() == Map.class ->
          fitsMap(value, map.getActualTypeArguments()[1], path);
      case ParameterizedType list -> fitsList(value, list.getActualTypeArguments()[0], path);
      case Class<?> record when record.isRecord() -> fitsRecord(value, record, path);
      case Class<?> leaf -> fitsLeaf(value, leaf, path);
      default -> throw new IllegalStateException("no rule for " + type + " at " + path);
    };
  }

  private boolean fitsRecord(JsonNode value, Class<?> type, String path) {
    if (value instanceof ObjectNode object) {
      pruneObject(object, components(type), path + ".");
      return true;
    }
    errors.add(FieldError.invalid(path, scalar(value), "must be an object"));
    return false;
  }

  private boolean fitsList(JsonNode value, Type elementType, String path) {
    if (!(value instanceof ArrayNode array)) {
      errors.add(FieldError.invalid(path, scalar(value), "must be a list"));
      return false;
    }
    boolean allFit = true;
    for (int index = 0; index < array.size(); index++) {
      allFit &= fitsType(array.get(index), elementType, "%s[%d]".formatted(path, index));
    }
    return allFit;
  }

  private boolean fitsMap(JsonNode value, Type elementType, String path) {
    if (!(value instanceof ObjectNode object)) {
      errors.add(FieldError.invalid(path, scalar(value), "must be an object"));
      return false;
    }
    boolean allFit = true;
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      allFit &= fitsType(entry.getValue(), elementType, "%s[%s]".formatted(path, entry.getKey()));
    }
    return allFit;
  }

  private boolean fitsLeaf(JsonNode value, Class<?> type, String path) {
    try {
      mapper.treeToValue(value, type);
      return true;
    } catch (JsonProcessingException mismatch) {
      errors.add(leafError(value, type, path));
      return false;
    }
  }

  private FieldError leafError(JsonNode value, Class<?> type, String path) {
    if (type.isEnum()) {
      List<String> names =
          Arrays.stream(type.getEnumConstants())
              .map(constant -> mapper.convertValue(constant, String.class))
              .toList();
      return FieldError.notSupported(path, scalar(value), names);
    }
    return FieldError.invalid(path, scalar(value), expectation(value, type));
  }

  private static String expectation(JsonNode value, Class<?> type) {
    if (type == Duration.class) {
      return value.isTextual()
          ? reasonOfBadDuration(value.textValue())
          : "must be a duration, a string such as \"30s\" or \"4h\"";
    }
    if (type == boolean.class) {
      return "must be true or false";
    }
    return type == int.class ? "must be an integer" : "must be a string";
  }

  private static String reasonOfBadDuration(String text) {
    try {
      GoDuration.parse(text);
      return "must be a duration";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** What an error shows of a value: the text of a scalar, the notation of anything else. */
  private static Object scalar(JsonNode value) {
    return value.isTextual() ? value.textValue() : value.toString();
  }

  private static Map<String, Type> components(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .collect(Collectors.toMap(StructureCheck::key, RecordComponent::getGenericType));
  }

  private static String key(RecordComponent component) {
    JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
    return named == null ? component.getName() : named.value();
  }
}
