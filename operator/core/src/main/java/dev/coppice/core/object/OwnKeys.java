package dev.coppice.core.object;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a child's labels and annotations that are ours: those that we set, and those that we
 * once set. What a policy, a mesh or a user puts beside them stays. Which keys came from what a
 * user wrote is noted in the child, because such a key can go from there.
 */
public final class OwnKeys {

  private static final String LABELS = "/metadata/labels";
  private static final String ANNOTATIONS = "/metadata/annotations";

  /** Annotations in which something about a child is noted for later reconciles. */
  private static final Set<String> NOTES =
      Set.of(
          Annotations.COPIED_LABELS,
          Annotations.COPIED_ANNOTATIONS,
          Annotations.POD_SPEC_HASH,
          Annotations.RESTART_ATTEMPT,
          Annotations.ATTEMPT_RUN,
          ReadKeys.OTHERS);

  /** What a PodClique is told of the group of its pods. A user may have written the same. */
  private static final Set<String> OF_GROUP =
      Set.of(
          Annotations.EXCLUSIVE_TOPOLOGY,
          Annotations.SUBGROUP_EXCLUSIVE_TOPOLOGY,
          Annotations.GROUP_NAME,
          Annotations.GROUP_SIZE,
          Annotations.GROUP_WORKER_OFFSET,
          Annotations.SUBGROUP_SIZE,
          Annotations.SUBGROUP_POLICY_TYPE,
          Annotations.SUBGROUP_LAYOUT);

  /** What a child is made with, and what then changes by patches of its own alone. */
  private static final Set<String> BORN_WITH =
      Set.of(Annotations.RESTART_ATTEMPT, Annotations.ATTEMPT_RUN);

  /** Those of our own that a child may have and lose again. */
  private static final Set<String> PASSING =
      Set.of(Labels.BASE_POD_GANG, Annotations.COPIED_LABELS, Annotations.COPIED_ANNOTATIONS);

  private OwnKeys() {}

  /**
   * The annotations of a child with a note of what is copied into it. Of those that are notes
   * nothing is copied, whatever a user has written under their keys.
   *
   * @param annotations what it carries
   * @param labels keys of those of its labels that a user chose
   * @param copied keys of those of its annotations that a user chose
   */
  public static Map<String, String> noted(
      Map<String, String> annotations, Collection<String> labels, Collection<String> copied) {
    Map<String, String> noted = new TreeMap<>(annotations);
    noted.keySet().removeAll(NOTES);
    note(noted, Annotations.COPIED_LABELS, labels);
    Set<String> others = new TreeSet<>(copied);
    others.removeAll(NOTES);
    note(noted, Annotations.COPIED_ANNOTATIONS, others);
    return noted;
  }

  private static void note(Map<String, String> noted, String note, Collection<String> keys) {
    if (!keys.isEmpty()) {
      noted.put(note, String.join(",", new TreeSet<>(keys)));
    }
  }

  /** The annotations without what is noted in them, and what only a PodClique is told. */
  public static Map<String, String> withoutNotes(@Nullable Map<String, String> annotations) {
    Map<String, String> plain = new TreeMap<>(Omitted.orEmpty(annotations));
    List<String> copied = copied(plain, Annotations.COPIED_ANNOTATIONS);
    plain
        .keySet()
        .removeIf(key -> NOTES.contains(key) || (OF_GROUP.contains(key) && !copied.contains(key)));
    return plain;
  }

  /** Brings labels and annotations of ours into the child in view; nothing else of them changes. */
  public static JsonPatch sync(HasMetadata seen, HasMetadata wanted) {
    return sync(
        seen,
        Omitted.orEmpty(wanted.getMetadata().getLabels()),
        Omitted.orEmpty(wanted.getMetadata().getAnnotations()));
  }

  /** The same with other labels and annotations than those of an object. */
  public static JsonPatch sync(
      HasMetadata seen, Map<String, String> labels, Map<String, String> annotations) {
    return sync(seen, labels, annotations, Set.of());
  }

  /**
   * The same for a child of which somebody else, or another step, writes some keys.
   *
   * @param others keys that are neither set nor taken away, whatever is noted of them
   */
  public static JsonPatch sync(
      HasMetadata seen,
      Map<String, String> labels,
      Map<String, String> annotations,
      Set<String> others) {
    Map<String, String> wantedLabels = without(labels, others);
    Map<String, String> wanted = without(without(annotations, BORN_WITH), others);
    return sync(seen, LABELS, without(ownLabels(seen, wantedLabels), others), wantedLabels)
        .and(
            sync(
                seen,
                ANNOTATIONS,
                without(without(ownAnnotations(seen, wanted), BORN_WITH), others),
                wanted));
  }

  private static Map<String, String> without(Map<String, String> all, Set<String> others) {
    if (Collections.disjoint(all.keySet(), others)) {
      return all;
    }
    Map<String, String> some = new TreeMap<>(all);
    some.keySet().removeAll(others);
    return some;
  }

  /** Sets these labels of the object in view; nothing else of it changes. */
  public static JsonPatch labels(HasMetadata seen, Map<String, String> labels) {
    return set(seen, LABELS, seen.getMetadata().getLabels(), labels);
  }

  /** Sets these annotations of the object in view; nothing else of it changes. */
  public static JsonPatch annotations(HasMetadata seen, Map<String, String> annotations) {
    return set(seen, ANNOTATIONS, seen.getMetadata().getAnnotations(), annotations);
  }

  private static JsonPatch set(
      HasMetadata seen,
      String path,
      @Nullable Map<String, String> there,
      Map<String, String> wanted) {
    Map<String, String> before = new TreeMap<>(Omitted.orEmpty(there));
    before.keySet().retainAll(wanted.keySet());
    return sync(seen, path, before, wanted);
  }

  /** Those labels of a child that we want to be there, or that we once set. */
  public static Map<String, String> ownLabels(HasMetadata seen, Map<String, String> wanted) {
    return own(seen.getMetadata().getLabels(), wanted, seen, Annotations.COPIED_LABELS);
  }

  /** Those annotations of a child that we want to be there, or that we once set. */
  public static Map<String, String> ownAnnotations(HasMetadata seen, Map<String, String> wanted) {
    return own(seen.getMetadata().getAnnotations(), wanted, seen, Annotations.COPIED_ANNOTATIONS);
  }

  private static Map<String, String> own(
      @Nullable Map<String, String> there,
      Map<String, String> wanted,
      HasMetadata seen,
      String note) {
    List<String> copied = copied(Omitted.orEmpty(seen.getMetadata().getAnnotations()), note);
    Map<String, String> own = new TreeMap<>(Omitted.orEmpty(there));
    own.keySet()
        .removeIf(
            key -> !wanted.containsKey(key) && !copied.contains(key) && !PASSING.contains(key));
    return own;
  }

  /** Keys of those annotations of a child that came from what a user wrote. */
  public static List<String> copiedAnnotations(HasMetadata child) {
    return copied(
        Omitted.orEmpty(child.getMetadata().getAnnotations()), Annotations.COPIED_ANNOTATIONS);
  }

  /** The keys that are noted there. */
  static List<String> copied(Map<String, String> annotations, String note) {
    return List.of(annotations.getOrDefault(note, "").split(",", -1));
  }

  private static JsonPatch sync(
      HasMetadata seen, String path, Map<String, String> own, Map<String, String> wanted) {
    JsonPatch patch = JsonPatch.create();
    if (isWithout(seen, path) && !wanted.isEmpty()) {
      // The map itself has to be made: only while nobody else has made it.
      return patch
          .test("/metadata/resourceVersion", seen.getMetadata().getResourceVersion())
          .add(path, wanted);
    }
    Stream.concat(own.keySet().stream(), wanted.keySet().stream())
        .distinct()
        .sorted()
        .forEach(key -> patch.sync(Pointer.child(path, key), own.get(key), wanted.get(key)));
    return patch;
  }

  private static boolean isWithout(HasMetadata seen, String path) {
    ObjectMeta metadata = seen.getMetadata();
    return Omitted.orEmpty(path.equals(LABELS) ? metadata.getLabels() : metadata.getAnnotations())
        .isEmpty();
  }
}
