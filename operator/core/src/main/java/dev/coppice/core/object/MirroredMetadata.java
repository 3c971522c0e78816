package dev.coppice.core.object;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which labels and annotations of a PodCliqueSet its PodGangs carry as well. They are for
 * schedulers and dashboards; what a tool notes on the set about the set is for that tool alone, and
 * a key that the operator writes on a PodGang has one writer.
 */
public final class MirroredMetadata {

  /** The longest value that is mirrored, in bytes of UTF-8. */
  public static final int MAX_VALUE_BYTES = 1024;

  private static final List<String> OURS = List.of(Labels.OWN_PREFIX, Labels.PRODUCT_PREFIX);

  private static final List<String> OF_TOOLS =
      List.of(
          "kubectl.kubernetes.io/",
          "argocd.argoproj.io/",
          "meta.helm.sh/",
          "helm.toolkit.fluxcd.io/",
          "kustomize.toolkit.fluxcd.io/",
          "config.kubernetes.io/");

  /** Written on PodGangs by the operator, under prefixes that are not its own. */
  private static final Set<String> WRITTEN =
      Set.of(
          Labels.MANAGED_BY,
          Labels.PART_OF,
          Labels.NAME,
          Labels.COMPONENT,
          Annotations.LAST_START,
          Annotations.SKIP_POD_GROUPER);

  private MirroredMetadata() {}

  /** Those of the labels, or of the annotations, of a set that are mirrored. */
  public static Map<String, String> of(@Nullable Map<String, String> all) {
    Map<String, String> mirrored = new TreeMap<>(Omitted.orEmpty(all));
    mirrored
        .entrySet()
        .removeIf(entry ->
            !isMirrored(entry.getKey())
                || bytes(Objects.requireNonNullElse(entry.getValue(), "")) > MAX_VALUE_BYTES);
    return mirrored;
  }

  /** Whether a label or an annotation with this key is mirrored if its value is not too long. */
  public static boolean isMirrored(String key) {
    return !WRITTEN.contains(key) && OURS.stream().noneMatch(key::startsWith) && !isOfTool(key);
  }

  /** Whether a tool notes something about an object under this key. */
  static boolean isOfTool(String key) {
    // Asked of every key of everything that arrives.
    for (String prefix : OF_TOOLS) {
      if (key.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static int bytes(String value) {
    // No character takes more than three bytes in UTF-8, nor less than one.
    return value.length() > MAX_VALUE_BYTES || value.length() * 3 <= MAX_VALUE_BYTES
        ? value.length()
        : value.getBytes(StandardCharsets.UTF_8).length;
  }
}
