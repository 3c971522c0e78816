package dev.coppice.core.object;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps and lists of an object, which are left out of it when they are empty. */
public final class Omitted {

  private Omitted() {}

  public static <V> Map<String, V> orEmpty(@Nullable Map<String, V> map) {
    return map == null ? Map.of() : map;
  }

  public static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
