package dev.coppice.cli.convert;

import dev.coppice.api.LeaderWorkerSetKeys;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.object.ReadKeys;
import dev.coppice.core.subgroup.ExclusiveLevel;
import java.util.LinkedHashMap;
import java.util.Map;

/** Labels and annotations that a LeaderWorkerSet and its templates may carry over. */
final class Keys {

  /** What it asks for is how every PodCliqueSet behaves, see {@link WithoutEqual}. */
  private static final String RECREATE_AFTER_START =
      LeaderWorkerSetKeys.PREFIX + "experimental-recreate-group-after-start";

  private Keys() {}

  /** The annotations of a set, with ours in place of those that mean the same. */
  static Map<String, String> ofSet(Map<String, String> annotations, Findings.Collector found) {
    FieldPath path = Fields.METADATA.child("annotations");
    Map<String, String> own = new LinkedHashMap<>(annotations);
    own.remove(ReadKeys.LAST_APPLIED);
    own.remove(RECREATE_AFTER_START);
    for (ExclusiveLevel level : ExclusiveLevel.values()) {
      String ours = level.spellings().getFirst();
      String theirs = level.spellings().getLast();
      String value = own.remove(theirs);
      if (value != null) {
        String other = own.putIfAbsent(ours, value);
        if (other != null && !other.equals(value)) {
          found.invalid(
              path.key(theirs), value, "means the same as %s, which is %s".formatted(ours, other));
        }
      }
    }
    ofOthers(path, own, found);
    return own;
  }

  /** Notes the keys that only the controllers of LeaderWorkerSet write or read. */
  static void ofOthers(FieldPath path, Map<String, String> keys, Findings.Collector found) {
    keys.forEach((key, value) -> {
      if (key.startsWith(LeaderWorkerSetKeys.PREFIX)) {
        found.invalid(path.key(key), value, "is a key of the controllers of LeaderWorkerSet");
      }
    });
  }
}
