package dev.coppice.simulator.rest;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Omitted;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The values that labels and annotations have had since somebody else last changed anything. */
final class KeyHistory {

  private static final String ABSENT = "(absent)";

  private final Map<Place, List<String>> values = new HashMap<>();

  private record Place(ObjectKey object, String uid, String field, String key) {}

  /** Somebody else has changed something: what follows from it may well be what was before. */
  void forget() {
    values.clear();
  }

  /**
   * Takes note of a change.
   *
   * @throws AssertionError if a value is back that another one had taken the place of
   */
  void take(@Nullable HasMetadata before, @Nullable HasMetadata now) {
    if (before != null && now != null) {
      take(now, "label", before.getMetadata().getLabels(), now.getMetadata().getLabels());
      take(
          now,
          "annotation",
          before.getMetadata().getAnnotations(),
          now.getMetadata().getAnnotations());
    }
  }

  private void take(
      HasMetadata object,
      String field,
      @Nullable Map<String, String> before,
      @Nullable Map<String, String> now) {
    Map<String, String> was = Omitted.orEmpty(before);
    Map<String, String> is = Omitted.orEmpty(now);
    TreeSet<String> keys = new TreeSet<>(was.keySet());
    keys.addAll(is.keySet());
    for (String key : keys) {
      if (!Objects.equals(was.get(key), is.get(key))) {
        take(
            new Place(ObjectKey.of(object), object.getMetadata().getUid(), field, key),
            was.getOrDefault(key, ABSENT),
            is.getOrDefault(key, ABSENT));
      }
    }
  }

  private void take(Place place, String before, String now) {
    List<String> known = values.computeIfAbsent(place, _ -> new ArrayList<>(List.of(before)));
    if (known.contains(now)) {
      throw new AssertionError(
          "%s %s of %s went %s → %s"
              .formatted(
                  place.field(), place.key(), place.object(), String.join(" → ", known), now));
    }
    known.add(now);
  }
}
