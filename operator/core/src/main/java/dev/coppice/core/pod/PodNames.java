package dev.coppice.core.pod;

import dev.coppice.api.Names;
import dev.coppice.core.template.HashText;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Names of pods. A name follows from what its creator sees, so that two creates from one view meet
 * at one name, and the second is told that the pod exists already.
 */
public final class PodNames {

  private static final int SUFFIX_LENGTH = 5;

  private PodNames() {}

  /**
   * The name of the next pod at an index.
   *
   * @param podCliqueName name of the PodClique
   * @param podCliqueUid its UID
   * @param index the pod index
   * @param youngestPodUid UID of the youngest visible pod of that index, terminating and ended ones
   *     included; null when there is none
   */
  public static String of(
      String podCliqueName, String podCliqueUid, int index, @Nullable String youngestPodUid) {
    return of(podCliqueName, podCliqueUid, index, youngestPodUid, 0);
  }

  /**
   * The same for a training job.
   *
   * @param attempt the attempt that the pod belongs to
   */
  public static String of(
      String podCliqueName,
      String podCliqueUid,
      int index,
      @Nullable String youngestPodUid,
      int attempt) {
    String input =
        podCliqueUid
            + "/"
            + index
            + "/"
            + (youngestPodUid == null ? "" : youngestPodUid)
            + (attempt == 0 ? "" : "/" + attempt);
    return Names.pod(podCliqueName, index, HashText.of(input, SUFFIX_LENGTH));
  }

  /**
   * The same where pods of somebody else may hold names: the next name follows from such a pod.
   *
   * @param holder UID of the pod of somebody else that holds a name until it is gone
   */
  public static String free(
      String podCliqueName,
      String podCliqueUid,
      int index,
      @Nullable String youngestPodUid,
      int attempt,
      Function<String, Optional<String>> holder) {
    String name = of(podCliqueName, podCliqueUid, index, youngestPodUid, attempt);
    Optional<String> held = holder.apply(name);
    while (held.isPresent()) {
      name = of(podCliqueName, podCliqueUid, index, held.get(), attempt);
      held = holder.apply(name);
    }
    return name;
  }

  /** The name of the first pod at an index, known before any pod exists. */
  public static String firstGeneration(String podCliqueName, String podCliqueUid, int index) {
    return of(podCliqueName, podCliqueUid, index, null);
  }
}
