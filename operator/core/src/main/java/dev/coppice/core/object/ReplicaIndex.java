package dev.coppice.core.object;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** To which replica an object says that it belongs. */
public final class ReplicaIndex {

  private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

  private ReplicaIndex() {}

  /**
   * The index in a label; empty for what has none, or one that somebody has made unreadable.
   *
   * @param label the key, of the replica of a set or of a scaling group
   */
  public static OptionalInt of(HasMetadata object, String label) {
    return Relatives.label(object, label).stream()
        .filter(INDEX.asMatchPredicate())
        .mapToInt(Integer::parseInt)
        .findFirst();
  }

  /**
   * How many of so many replicas can have anything in them, going by what is in view: those up to
   * the highest index. The others need not be gone through.
   */
  public static int within(int replicas, Stream<? extends HasMetadata> visible, String label) {
    int last = visible.mapToInt(object -> of(object, label).orElse(-1)).max().orElse(-1);
    return Math.min(replicas, last + 1);
  }

  /** Whether the object belongs to none of the first replicas, of which there are so many. */
  public static boolean isBeyond(HasMetadata object, String label, int replicas) {
    OptionalInt index = of(object, label);
    return index.isPresent() && index.getAsInt() >= replicas;
  }
}
