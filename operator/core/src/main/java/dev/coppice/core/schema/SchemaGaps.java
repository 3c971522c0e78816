package dev.coppice.core.schema;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the served schemas of our kinds lack of what we write. The API server drops such fields and
 * accepts the rest.
 *
 * @param revision tells one state of the served schemas from another; empty while nobody has looked
 * @param missing by kind the fields, without those below them
 */
public record SchemaGaps(String revision, SortedMap<String, List<String>> missing) {

  /** Nobody has looked, or nothing is missing. */
  public static final SchemaGaps NONE = new SchemaGaps("", new TreeMap<>());

  public SchemaGaps {
    missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
  }

  /** Each missing field with its kind in front. */
  public List<String> fields() {
    return missing.entrySet().stream()
        .flatMap(kind -> kind.getValue().stream().map(field -> kind.getKey() + " " + field))
        .toList();
  }
}
