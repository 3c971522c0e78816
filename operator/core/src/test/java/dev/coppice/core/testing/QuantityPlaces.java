package dev.coppice.core.testing;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.Quantity;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Every place of a model that holds a quantity, found in its classes. */
public final class QuantityPlaces {

  /** The key that is used in maps. */
  private static final String KEY = "some";

  private final List<Place> found = new ArrayList<>();
  private final Deque<Step> way = new ArrayDeque<>();
  private final Deque<Class<?>> above = new ArrayDeque<>();

  private QuantityPlaces() {}

  /** One step from an object into it. */
  private sealed interface Step {
    record Member(String name) implements Step {}

    record Item() implements Step {}

    record Entry() implements Step {}
  }

  /** A place in an object of the model. */
  public record Place(List<Step> way) {

    /** As users read it, each list at its first element. */
    public String path() {
      StringBuilder path = new StringBuilder();
      for (Step step : way) {
        switch (step) {
          case Step.Member(String name) -> path.append(path.isEmpty() ? "" : ".").append(name);
          case Step.Item _ -> path.append("[0]");
          case Step.Entry _ -> path.append("[").append(KEY).append("]");
        }
      }
      return path.toString();
    }

    /** An object that has nothing but this value, at this place. */
    public JsonNode with(String value) {
      JsonNode inner = JsonNodeFactory.instance.textNode(value);
      for (Step step : way.reversed()) {
        inner =
            switch (step) {
              case Step.Member(String name) ->
                  JsonNodeFactory.instance.objectNode().set(name, inner);
              case Step.Item _ -> JsonNodeFactory.instance.arrayNode().add(inner);
              case Step.Entry _ -> JsonNodeFactory.instance.objectNode().set(KEY, inner);
            };
      }
      return inner;
    }

    @Override
    public String toString() {
      return path();
    }
  }

  /** Those of a class of the model. */
  public static List<Place> in(Class<?> type) {
    QuantityPlaces places = new QuantityPlaces();
    places.look(type);
    return List.copyOf(places.found);
  }

  private void look(Type type) {
    switch (type) {
      case ParameterizedType generic when generic.getRawType() instanceof Class<?> raw -> {
        Type content =
            generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
        if (Collection.class.isAssignableFrom(raw)) {
          step(new Step.Item(), content);
        } else if (Map.class.isAssignableFrom(raw)) {
          step(new Step.Entry(), content);
        }
      }
      case Class<?> plain when plain == Quantity.class -> found.add(new Place(List.copyOf(way)));
      case Class<?> plain when isOfModel(plain) && !above.contains(plain) -> {
        above.addLast(plain);
        for (Field field : plain.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            step(new Step.Member(name(field)), field.getGenericType());
          }
        }
        above.removeLast();
      }
      default -> {}
    }
  }

  private void step(Step step, Type type) {
    way.addLast(step);
    look(type);
    way.removeLast();
  }

  private static boolean isOfModel(Class<?> type) {
    return !type.isEnum()
        && (type.getName().startsWith("io.fabric8.") || type.getName().startsWith("dev.coppice."));
  }

  private static String name(Field field) {
    JsonProperty property = field.getAnnotation(JsonProperty.class);
    return property == null || property.value().isEmpty() ? field.getName() : property.value();
  }
}
