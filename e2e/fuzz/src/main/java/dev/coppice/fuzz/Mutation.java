package dev.coppice.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Changes an object in a few places, each into what should not be there. */
final class Mutation {

  /** What an API server would not have taken is too large for everything behind it as well. */
  private static final int MOST_CHARACTERS = 3_000_000;

  private static final int MOST_PLACES = 6;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final JsonFactory TOKENS =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(20_000)
                  .maxNameLength(1 << 22)
                  .maxNumberLength(1 << 22)
                  .build())
          .build();

  private final Random random;

  Mutation(Random random) {
    this.random = random;
  }

  /** A place in a tree: a field of an object, or an item of a list. */
  private record Place(JsonNode parent, String field, int index) {

    JsonNode value() {
      return parent instanceof ObjectNode object ? object.get(field) : parent.get(index);
    }

    void put(JsonNode value) {
      if (parent instanceof ObjectNode object) {
        object.set(field, value);
      } else {
        ((ArrayNode) parent).set(index, value);
      }
    }
  }

  /** The changed object as text. */
  String of(JsonNode original) {
    // An object it stays: that much an API server promises.
    JsonNode root = original.deepCopy();
    int changes = 1 + random.nextInt(MOST_PLACES);
    for (int change = 0; change < changes; change++) {
      List<Place> places = new ArrayList<>();
      collect(root, places);
      change(HostileValue.pick(places, random));
    }
    String text = text(root);
    return text.length() <= MOST_CHARACTERS && isJson(text) ? text : text(original);
  }

  private static boolean isJson(String text) {
    try (JsonParser parser = TOKENS.createParser(text)) {
      while (parser.nextToken() != null) {
        parser.skipChildren();
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void collect(JsonNode node, List<Place> places) {
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .forEach(field -> {
            places.add(new Place(object, field.getKey(), -1));
            collect(field.getValue(), places);
          });
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        places.add(new Place(array, "", i));
        collect(array.get(i), places);
      }
    }
  }

  private void change(Place place) {
    JsonNode value = place.value();
    if (value.isPojo()) {
      // Text that may be more than one value: it fits where it stands and nowhere else.
      return;
    }
    switch (random.nextInt(8)) {
      case 0 -> place.put(JsonNodeFactory.instance.nullNode());
      case 1 -> place.put(JsonNodeFactory.instance.arrayNode().add(value));
      case 2 -> place.put(JsonNodeFactory.instance.objectNode().set("a", value));
      case 3 -> add(value, place);
      case 4 -> repeat(value, place);
      case 5 -> rename(place);
      default -> place.put(raw(HostileValue.of(random)));
    }
  }

  /** One more field, or the same field twice, which no tree can say. */
  private void add(JsonNode value, Place place) {
    if (value instanceof ObjectNode object && !object.isEmpty()) {
      String first = object.fieldNames().next();
      object.set(
          first,
          raw(
              text(object.get(first))
                  + ","
                  + (random.nextBoolean() ? HostileValue.key(random) : text(first))
                  + ":"
                  + HostileValue.of(random)));
    } else {
      place.put(raw(HostileValue.of(random)));
    }
  }

  private void repeat(JsonNode value, Place place) {
    if (value instanceof ArrayNode array && !array.isEmpty()) {
      String item = text(array.get(0));
      int times = Math.min(1 + random.nextInt(3_000), MOST_CHARACTERS / 2 / (item.length() + 1));
      place.put(raw("[" + (item + ",").repeat(times) + item + "]"));
    } else if (place.parent() instanceof ObjectNode object) {
      object.remove(place.field());
    }
  }

  private void rename(Place place) {
    if (place.parent() instanceof ObjectNode object) {
      JsonNode value = object.remove(place.field());
      object.set("k", raw("0," + HostileValue.key(random) + ":" + text(value)));
    }
  }

  private static JsonNode raw(String text) {
    return JsonNodeFactory.instance.rawValueNode(new RawValue(text));
  }

  private static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree is JSON", e);
    }
  }
}
