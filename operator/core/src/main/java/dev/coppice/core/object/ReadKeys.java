package dev.coppice.core.object;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Which labels and annotations of an object any decision reads. Caches hold no others: what tools
 * note about an object may be as large as the object, and whoever may write one may put hundreds of
 * kilobytes on it.
 */
public final class ReadKeys {

  /**
   * Stands in for annotations that were dropped, where nothing else is left: a patch must not make
   * a map that is there. It never leaves the process.
   */
  public static final String OTHERS = "coppice.dev/other-annotations";

  /** The same for labels. */
  public static final String OTHER_LABELS = "coppice.dev/other-labels";

  /** The longest value that is read, in characters, unless its key is ours. */
  public static final int LONGEST_VALUE = MirroredMetadata.MAX_VALUE_BYTES;

  private static final Map<String, String> ONLY_OTHERS = Map.of(OTHERS, "");
  private static final Map<String, String> ONLY_OTHER_LABELS = Map.of(OTHER_LABELS, "");

  private static final List<String> OURS =
      List.of(Labels.OWN_PREFIX, Labels.PRODUCT_PREFIX, "kai.scheduler/");

  /** Under which {@code kubectl apply} keeps a copy of the manifest. */
  public static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  /** What tells the place of an object below a set. */
  private static final Set<String> PLACE =
      Set.of(Labels.MANAGED_BY, Labels.PART_OF, Labels.NAME, Labels.COMPONENT);

  /** By what an object of others is found, so that its end is noticed by who wants its name. */
  private static final Set<String> FOUND_BY =
      Set.of(Labels.MANAGED_BY, Labels.PART_OF, Labels.POD_CLIQUE);

  private ReadKeys() {}

  /** Of the annotations of an object those that are read. */
  public static Map<String, String> annotations(HasMetadata object) {
    Map<String, String> all = Omitted.orEmpty(object.getMetadata().getAnnotations());
    Map<String, String> read = annotations(object, all);
    return read.isEmpty() && !all.isEmpty() && !(object instanceof PodCliqueSet)
        ? ONLY_OTHERS
        : read;
  }

  private static Map<String, String> annotations(HasMetadata object, Map<String, String> all) {
    if (all.isEmpty()) {
      return all;
    }
    return switch (object) {
      case Node _, Service _, HorizontalPodAutoscaler _ -> Map.of();
      case Pod pod ->
          filtered(
              all,
              (key, value) -> key.startsWith(Labels.OWN_PREFIX) || isOtherGang(pod, key, value));
      // Whatever is mirrored to PodGangs.
      case PodCliqueSet _ -> filtered(all, (key, value) -> isOurs(key) || isOfUsers(key, value));
      case PodClique _ -> ofClique(all);
      default -> {
        Set<String> copied = copied(all);
        yield filtered(all, (key, _) -> isOurs(key) || copied.contains(key));
      }
    };
  }

  // Of most pods the label says the same.
  private static boolean isOtherGang(Pod pod, String key, String value) {
    return Annotations.GANG_NAMES.contains(key)
        && value.length() <= LONGEST_VALUE
        && Relatives.label(pod, Labels.POD_GANG).filter(value::equals).isEmpty();
  }

  // Pods are made with the annotations of their PodClique, those of users among them.
  private static Map<String, String> ofClique(Map<String, String> all) {
    Set<String> copied = copied(all);
    // Of one that another operator made nobody has noted what came from its template.
    boolean isNoted = all.containsKey(Annotations.POD_SPEC_HASH);
    return filtered(
        all,
        (key, value) ->
            isOurs(key)
                || copied.contains(key)
                || (isNoted ? isOfUsers(key, value) : !key.equals(LAST_APPLIED)));
  }

  /**
   * Of the labels of an object those that are read. The API server bounds their values, and not
   * their number.
   */
  public static Map<String, String> labels(HasMetadata object) {
    Map<String, String> all = Omitted.orEmpty(object.getMetadata().getLabels());
    Map<String, String> read = labels(object, all);
    return read.isEmpty() && !all.isEmpty() ? ONLY_OTHER_LABELS : read;
  }

  private static Map<String, String> labels(HasMetadata object, Map<String, String> all) {
    return switch (object) {
      case HasMetadata other when Ownership.isOfOthers(other) ->
          filtered(all, (key, _) -> FOUND_BY.contains(key));
      case Pod _, Service _, HorizontalPodAutoscaler _ -> filtered(all, (key, _) -> isOfPlace(key));
      default -> all;
    };
  }

  /** Of labels or annotations those that tell an object's place, or a scheduler what to do. */
  public static Map<String, String> ofPlace(@Nullable Map<String, String> all) {
    return filtered(Omitted.orEmpty(all), (key, _) -> isOfPlace(key));
  }

  /** Whether a key tells what an object is in its set, or what a scheduler is to do with it. */
  public static boolean isOfPlace(String key) {
    return isOurs(key) || PLACE.contains(key);
  }

  // Asked of every key of everything that arrives.
  private static boolean isOurs(String key) {
    for (String prefix : OURS) {
      if (key.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfUsers(String key, String value) {
    return value.length() <= LONGEST_VALUE && !MirroredMetadata.isOfTool(key);
  }

  private static Set<String> copied(Map<String, String> annotations) {
    return Set.copyOf(OwnKeys.copied(annotations, Annotations.COPIED_ANNOTATIONS));
  }

  // Most objects have nothing to lose, and keep the map that they came with.
  private static Map<String, String> filtered(
      Map<String, String> all, BiPredicate<String, String> isRead) {
    Map<String, String> kept = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : all.entrySet()) {
      String value = Objects.requireNonNullElse(entry.getValue(), "");
      if (isRead.test(entry.getKey(), value)) {
        kept.put(entry.getKey(), value);
      }
    }
    return kept.size() == all.size() ? all : Map.copyOf(kept);
  }
}
