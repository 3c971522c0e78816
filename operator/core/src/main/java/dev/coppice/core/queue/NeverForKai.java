package dev.coppice.core.queue;

import dev.coppice.api.Annotations;
import dev.coppice.api.queue.Queue;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes never in a way that KAI reads: one text that it cannot read hides all queues from it, and
 * a negative length of time protects nothing there. An annotation says where never was meant.
 */
public final class NeverForKai {

  private static final String ANNOTATIONS = "/metadata/annotations";
  private static final String PATH = Pointer.child(ANNOTATIONS, Annotations.NEVER);

  private NeverForKai() {}

  /** What has to change in a queue that is about to be stored; empty if nothing has. */
  public static JsonPatch patch(Queue queue) {
    JsonPatch patch = JsonPatch.create();
    String before = annotation(queue);
    String never =
        Arrays.stream(Eviction.values())
            .filter(eviction -> isNever(queue, eviction, before))
            .map(NeverForKai::word)
            .collect(Collectors.joining(","));
    for (Eviction eviction : Eviction.values()) {
      if (isNegative(queue, eviction)) {
        patch.replace("/spec/" + eviction.field(), MinRuntime.FOREVER_TEXT);
      }
    }
    if (never.isEmpty()) {
      return before == null ? patch : patch.remove(PATH);
    }
    if (never.equals(before)) {
      return patch;
    }
    Map<String, String> annotations = queue.getMetadata().getAnnotations();
    return annotations == null || annotations.isEmpty()
        ? patch.add(ANNOTATIONS, Map.of(Annotations.NEVER, never))
        : patch.add(PATH, never);
  }

  private static @Nullable String annotation(Queue queue) {
    Map<String, String> annotations = queue.getMetadata().getAnnotations();
    return annotations == null ? null : annotations.get(Annotations.NEVER);
  }

  // What was translated once, and nobody has changed since, still means the same.
  private static boolean isNever(Queue queue, Eviction eviction, @Nullable String before) {
    return isNegative(queue, eviction) || isTranslated(queue, eviction, before);
  }

  private static boolean isTranslated(Queue queue, Eviction eviction, @Nullable String before) {
    return before != null
        && List.of(before.split(",", -1)).contains(word(eviction))
        && eviction.text(queue.specOrEmpty()) instanceof MinRuntimeText.Read(String text, var _)
        && text.equals(MinRuntime.FOREVER_TEXT);
  }

  /** Whether never was meant where a hundred years are written. */
  static boolean isTranslated(Queue queue, Eviction eviction) {
    return isTranslated(queue, eviction, annotation(queue));
  }

  private static boolean isNegative(Queue queue, Eviction eviction) {
    return eviction.text(queue.specOrEmpty()) instanceof MinRuntimeText.Read read
        && read.negative();
  }

  private static String word(Eviction eviction) {
    return eviction.name().toLowerCase(Locale.ROOT);
  }
}
