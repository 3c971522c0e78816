package dev.coppice.api.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Unmodifiable copies for the compact constructors of the model; absent means empty. */
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
}
