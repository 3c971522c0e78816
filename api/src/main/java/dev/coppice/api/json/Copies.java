package dev.coppice.api.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands in JSON for the compact constructors of the model, where empty means absent. */
public final class Copies {

  private Copies() {}

  /**
   * Returns a copy of a list.
   *
   * @param <E> the type of the elements
   * @param list the list, or null where JSON has none
   */
  public static <E> List<E> of(@Nullable List<E> list) {
    return list == null ? List.of() : List.copyOf(list);
  }

  /**
   * Returns a copy of a map that keeps its order.
   *
   * @param <V> the type of the values
   * @param map the map, or null where JSON has none
   */
  public static <V> Map<String, V> of(@Nullable Map<String, V> map) {
    return map == null || map.isEmpty()
        ? Map.of()
        : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /**
   * Returns a text as it is read back: one that is empty is left out when it is written.
   *
   * @param text the text, or null where JSON has none
   */
  public static @Nullable String of(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
