package dev.coppice.core.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of one place of a JSON tree, as a slip of the pen or malice would make it.
 *
 * @param place the number of the place among all places of the tree, counted round and round
 * @param change what happens there
 */
public record Mutation(int place, Change change) {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** What can happen in a place. */
  public enum Change {
    DROP,
    NULL,
    ZERO,
    NEGATIVE,
    HUGE,
    DEEPLY_NEGATIVE,
    BEYOND_ALL_BOUNDS,
    EMPTY_TEXT,
    BLANK_TEXT,
    UNICODE,
    HALF_A_CHARACTER,
    LONG_TEXT,
    TWO_HOURS,
    HALF_HOURS,
    NEGATIVE_NOTHING,
    AGES,
    ANOTHER_NAME,
    NAME_OF_THE_GROUP,
    EMPTY_LIST,
    EMPTY_OBJECT,
    LIST_WITH_NULL,
    TWICE,
    UNKNOWN_FIELD
  }

  /** The tree with the changes; the given one is left as it is. */
  public static JsonNode apply(List<Mutation> mutations, JsonNode tree) {
    JsonNode copy = tree.deepCopy();
    mutations.forEach(mutation -> mutation.in(copy));
    return copy;
  }

  private void in(JsonNode tree) {
    List<Runnable> places = new ArrayList<>();
    collect(tree, places);
    if (!places.isEmpty()) {
      places.get(place % places.size()).run();
    }
  }

  private void collect(JsonNode node, List<Runnable> places) {
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .forEach(field -> {
            places.add(() -> change(object, field.getKey(), field.getValue()));
            collect(field.getValue(), places);
          });
    } else if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        int index = i;
        places.add(() -> change(list, index));
        collect(list.get(i), places);
      }
    }
  }

  private void change(ObjectNode object, String field, JsonNode old) {
    JsonNode value = changed(old);
    if (value == null) {
      object.remove(field);
    } else {
      object.set(field, value);
    }
  }

  private void change(ArrayNode list, int index) {
    JsonNode old = list.get(index);
    JsonNode value = changed(old);
    if (value == null) {
      list.remove(index);
    } else if (change == Change.TWICE) {
      list.insert(index, old.deepCopy());
    } else {
      list.set(index, value);
    }
  }

  /** The new value; null if the place shall be gone. */
  private @Nullable JsonNode changed(JsonNode old) {
    return switch (change) {
      case DROP -> null;
      case NULL -> JSON.nullNode();
      case ZERO -> JSON.numberNode(0);
      case NEGATIVE -> JSON.numberNode(-1);
      case HUGE -> JSON.numberNode(Integer.MAX_VALUE);
      case DEEPLY_NEGATIVE -> JSON.numberNode(Integer.MIN_VALUE);
      case BEYOND_ALL_BOUNDS -> JSON.numberNode(Long.MAX_VALUE);
      case EMPTY_TEXT -> JSON.textNode("");
      case BLANK_TEXT -> JSON.textNode(" \t");
      case UNICODE -> JSON.textNode("größe-名前-\ud83d\ude00-\u0000");
      case HALF_A_CHARACTER -> JSON.textNode("\ud83d");
      case LONG_TEXT -> JSON.textNode("a".repeat(300));
      case TWO_HOURS -> JSON.textNode("1h1h");
      case HALF_HOURS -> JSON.textNode("1.5h");
      case NEGATIVE_NOTHING -> JSON.textNode("-0s");
      case AGES -> JSON.textNode("9e9h");
      case ANOTHER_NAME -> JSON.textNode("worker");
      case NAME_OF_THE_GROUP -> JSON.textNode("decode");
      case EMPTY_LIST -> JSON.arrayNode();
      case EMPTY_OBJECT -> JSON.objectNode();
      case LIST_WITH_NULL -> JSON.arrayNode().addNull();
      case TWICE -> old instanceof ArrayNode list ? list.deepCopy().addAll(list) : old;
      case UNKNOWN_FIELD ->
          old instanceof ObjectNode object ? object.deepCopy().put("unheardOf", 1) : old;
    };
  }
}
